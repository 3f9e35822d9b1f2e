import type { AnySchema } from 'yup'
import type { AnyErrorKind } from '../../errors/define-errors.js'
import { type JsonSchema, jsonSchemaOf } from './json-schema.js'
import { FIELD_PROBLEM, PROBLEM, problemExample } from './problem-schema.js'

type Section = 'schemas' | 'headers' | 'examples'

/** What a document writes once and refers to: schemas with a name, headers, and an example of each error. */
export class Components {
  readonly #sections: Readonly<Record<Section, Map<string, JsonSchema>>> = {
    schemas: new Map([
      ['Problem', PROBLEM],
      ['FieldProblem', FIELD_PROBLEM],
    ]),
    headers: new Map(),
    examples: new Map(),
  }

  /** The JSON Schema of a yup schema, with references to those parts of it that have a name. */
  schemaOf(schema: AnySchema): JsonSchema {
    return jsonSchemaOf(schema, (id, json) => this.#refer('schemas', id, json))
  }

  header(name: string, header: JsonSchema): JsonSchema {
    return this.#refer('headers', name, header)
  }

  exampleOfError(kind: AnyErrorKind): JsonSchema {
    return this.#refer('examples', kind.code, { value: problemExample(kind) })
  }

  /** The schema that a reference leads to; any other one is given back. */
  resolve(schema: JsonSchema): JsonSchema {
    const id =
      String(schema.$ref ?? '')
        .split('/')
        .at(-1) ?? ''
    return this.#sections.schemas.get(id) ?? schema
  }

  /** All of them, as they stand in the document. */
  toJson(): Record<Section, JsonSchema> {
    const { schemas, headers, examples } = this.#sections
    return { schemas: sorted(schemas), headers: sorted(headers), examples: sorted(examples) }
  }

  #refer(section: Section, name: string, json: JsonSchema): JsonSchema {
    this.#sections[section].set(name, json)
    return { $ref: `#/components/${section}/${name}` }
  }
}

function sorted(parts: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1)))
}
