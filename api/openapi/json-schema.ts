type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A JSON Schema of draft 2020-12, as used by OpenAPI 3.1, with the keywords we use. */
export interface JsonSchema {
  $ref?: string;
  type?: TypeName | readonly TypeName[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  contentMediaType?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  oneOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  not?: JsonSchema;
  /** OpenAPI's own keyword: distinguishes the members of a oneOf by one property. */
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> };
  readOnly?: boolean;
  writeOnly?: boolean;
}
