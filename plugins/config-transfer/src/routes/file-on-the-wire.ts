import { array, number, object, string } from 'yup'
import type { StoredFile } from '../files/file-store.js'
import { actorOnTheWire, actorShape } from './actor-on-the-wire.js'

export const fileId = object({
  file: string()
    .required()
    .max(64)
    .meta({ description: 'The id of the file.', examples: ['h2v9s4k6d0q8m1tz'] }),
})

const problem = object({
  table: string()
    .required()
    .meta({ description: 'The table.', examples: ['Manufacturer'] }),
  name: string()
    .required()
    .meta({ description: 'The name of the record, or its position.', examples: ['record 17'] }),
  reason: string()
    .required()
    .meta({ description: 'Why it cannot be read.', examples: ['name is missing'] }),
})

export const fileShape = object({
  id: string()
    .required()
    .meta({ description: 'The id of the file, for comparisons and merges.', examples: ['h2v9s4k6d0q8m1tz'] }),
  sha256: string()
    .required()
    .meta({ description: 'Its digest.', examples: ['9f86d081884c7d659a2feaa0c55ad015…'] }),
  created_at: number()
    .integer()
    .required()
    .meta({ description: 'When it was uploaded, in ms.', examples: [1_795_600_000_000] }),
  created_by: actorShape('Who has uploaded it.'),
  expires_at: number()
    .integer()
    .required()
    .meta({ description: 'When it is deleted, in ms.', examples: [1_795_603_600_000] }),
  tables: object({})
    .required()
    .meta({
      description: 'Number of records of each table.',
      additionalProperties: { type: 'integer' },
      examples: [{ Manufacturer: 12 }],
    }),
  problem_count: number()
    .integer()
    .required()
    .meta({ description: 'Number of records and tables that cannot be read. They are not compared.', examples: [0] }),
  problems: array(problem)
    .required()
    .meta({ description: 'The first of them.', examples: [[]] }),
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
