import type { AnySchema } from 'yup'
import type { AnyErrorKind } from '../../errors/define-errors.js'
import { type JsonSchema, jsonSchemaOf } from './json-schema.js'
import { FIELD_PROBLEM, PROBLEM, problemExample } from './problem-schema.js'

type Section = 'schemas' | 'headers' | 'examples'

/** Shared parts of a document: named schemas, headers, and an example of each error. */
export class Components {
  readonly #sections: Readonly<Record<Section, Map<string, JsonSchema>>> = {
    schemas: new Map([
      ['Problem', PROBLEM],
      ['FieldProblem', FIELD_PROBLEM],
    ]),
    headers: new Map(),
    examples: new Map(),
  }

  /** Returns the JSON Schema of a yup schema, with references to its named parts. */
  schemaOf(schema: AnySchema): JsonSchema {
    return jsonSchemaOf(schema, (id, json) => this.#defineComponent('schemas', id, json))
  }

  header(name: string, header: JsonSchema): JsonSchema {
    return this.#defineComponent('headers', name, header)
  }

  exampleOfError(kind: AnyErrorKind): JsonSchema {
    return this.#defineComponent('examples', kind.code, { value: problemExample(kind) })
  }

  /** Resolves a reference. Any other schema is returned unchanged. */
  resolve(schema: JsonSchema): JsonSchema {
    const id =
      String(schema.$ref ?? '')
        .split('/')
        .at(-1) ?? ''
    return this.#sections.schemas.get(id) ?? schema
  }

  /** Returns all parts as the document contains them. */
  toJson(): Record<Section, JsonSchema> {
    const { schemas, headers, examples } = this.#sections
    return { schemas: sortByName(schemas), headers: sortByName(headers), examples: sortByName(examples) }
  }

  #defineComponent(section: Section, name: string, json: JsonSchema): JsonSchema {
    this.#sections[section].set(name, json)
    return { $ref: `#/components/${section}/${name}` }
  }
}

function sortByName(parts: ReadonlyMap<string, JsonSchema>): JsonSchema {
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
