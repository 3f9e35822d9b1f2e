import { described } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import type { StoredFile } from '../files/file-store.js'
import { actorOnTheWire, actorShape } from './actor-on-the-wire.js'

export const fileId = object({
  file: described(string().required().max(64), 'The id of the file.', 'h2v9s4k6d0q8m1tz'),
})

const problem = object({
  table: described(string().required(), 'The table.', 'Manufacturer'),
  name: described(string().required(), 'The name of the record, or its position.', 'record 17'),
  reason: described(string().required(), 'Why it cannot be read.', 'name is missing'),
})

export const fileShape = object({
  id: described(string().required(), 'The id of the file, for comparisons and merges.', 'h2v9s4k6d0q8m1tz'),
  sha256: described(string().required(), 'Its digest.', '9f86d081884c7d659a2feaa0c55ad015…'),
  created_at: described(number().integer().required(), 'When it was uploaded, in ms.', 1_795_600_000_000),
  created_by: actorShape('Who uploaded it.'),
  expires_at: described(number().integer().required(), 'When it is deleted, in ms.', 1_795_603_600_000),
  tables: object({})
    .required()
    .meta({
      description: 'Number of records of each table.',
      additionalProperties: { type: 'integer' },
      examples: [{ Manufacturer: 12 }],
    }),
  problem_count: described(
    number().integer().required(),
    'Number of records and tables that cannot be read. They are not compared.',
    0,
  ),
  problems: described(array(problem).required(), 'The first of these problems.', []),
}).meta({ id: 'UploadedFile', description: 'A configuration file that is kept to be compared or merged.' })

/** Returns an uploaded file as JSON. */
export function fileOnTheWire(file: StoredFile) {
  const { identifier: id, digest, createdAt, createdBy, expiresAt, tables, problemCount, problems } = file
  return {
    id,
    sha256: digest,
    created_at: createdAt,
    created_by: actorOnTheWire(createdBy),
    expires_at: expiresAt,
    tables,
    problem_count: problemCount,
    problems: [...problems],
  }
}
