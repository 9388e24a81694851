import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { closedDocument } from '../../../api/openapi/document.js';
import type { JsonSchema } from '../../../api/openapi/json-schema.js';

/** Validates values against schemas of the API description, with answers closed: nothing undescribed may leave. */
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

  /** What does not match the schema, in words, without quoting the value. */
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

  /** Rewrites references within the document to the names under which the schemas are registered. */
  #absolute(schema: JsonSchema): object {
    return JSON.parse(
      JSON.stringify(schema).replaceAll('"$ref":"#/components', '"$ref":"/components'),
    ) as object;
  }
}

/** Shared by all tests of a process: schemas are compiled on first use. */
export const contractValidator = new ContractValidator();
