import type { JsonSchema } from '../json-schema.js';
import { type Html, html, markdown } from './html.js';

/** What a value may be, in a few words; named schemas are links. */
export function typeWords(schema: JsonSchema): Html {
  const { $ref, type, items, format, const: constant } = schema;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if ($ref !== undefined) return schemaLink($ref);
  if (alternatives !== undefined) return joined(alternatives.map(typeWords), ' or ');
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (schema.enum !== undefined) {
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ', ',
    );
  }
  if (items !== undefined) return html`list of ${typeWords(items)}`;
  const words = [type ?? 'anything'].flat().join(' or ');
  return format === undefined || format === 'int32' ? html`${words}` : html`${words} (${format})`;
}

/** The members of an object as rows, or what another value may be in one line. */
export function renderSchema(schema: JsonSchema): Html {
  if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
    return html`<p class="type">${typeWords(schema)}${constraints(schema)}</p>`;
  }
  const required = new Set(schema.required);
  return html`<table><thead><tr><th>Member</th><th>Value</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(schema.properties).map(([name, member]) => row(name, member, required.has(name)))}
</tbody></table>`;
}

function row(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const members = membersOf(schema);
  return html`<tr><th scope="row"><code>${name}</code>${isRequired ? undefined : html` <small>optional</small>`}</th>
<td>${typeWords(schema)}${constraints(schema)}</td>
<td>${markdown(schema.description)}${members === undefined ? undefined : renderSchema(members)}</td></tr>
`;
}

/** The object inside a member that has no name of its own, whether it may be null or stands in a list. */
function membersOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) return schema;
  return schema.items === undefined ? undefined : membersOf(schema.items);
}

/** The bounds of a value, its default and an example, as far as it has any. */
export function constraints(schema: JsonSchema): Html | undefined {
  const words = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, ' entries'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((word) => word !== undefined);
  const example = schema.examples?.[0];
  if (words.length === 0 && example === undefined) return undefined;
  const separator = words.length === 0 ? '' : '; ';
  return html`<small>${words.join('; ')}${
    example === undefined ? undefined : html`${separator}for example <code>${JSON.stringify(example)}</code>`
  }</small>`;
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (max === undefined) return min === undefined ? undefined : `${min}${unit} or more`;
  if (min === max) return `${max}${unit}`;
  return min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}

function schemaLink(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}

function joined(pieces: readonly Html[], separator: string): Html {
  return html`${pieces.map((piece, index) => (index === 0 ? piece : html`${separator}${piece}`))}`;
}
