import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { closedDocument } from '../../api/openapi/document.js';
import type { JsonSchema } from '../../api/openapi/json-schema.js';

/** Judges values by schemas of the API description, in which answers are closed: nothing undescribed may leave. */
export class ContractValidator {
  readonly document = JSON.parse(JSON.stringify(closedDocument())) as ReturnType<typeof closedDocument>;
  readonly #ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor() {
    ajvFormats.default(this.#ajv);
    this.#ajv.addKeyword('discriminator');
    for (const [name, schema] of Object.entries(this.document.components.schemas)) {
      this.#ajv.addSchema(this.#absolute(schema), `/components/schemas/${name}`);
    }
  }

  /** What of the value does not fit the schema, in words; the value itself is not quoted. */
  faults(schema: JsonSchema, value: unknown): string[] {
    const key = JSON.stringify(schema);
    let validate = this.#compiled.get(key);
    if (validate === undefined) {
      validate = this.#ajv.compile(this.#absolute(schema));
      this.#compiled.set(key, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** References within the document as the names that the schemas are registered under. */
  #absolute(schema: JsonSchema): object {
    return JSON.parse(
      JSON.stringify(schema).replaceAll('"$ref":"#/components', '"$ref":"/components'),
    ) as object;
  }
}

/** One for all tests of a process: schemas are compiled when they are first needed. */
export const contractValidator = new ContractValidator();
