import type { JsonSchema } from '../../openapi/json-schema.js';

/** The type of a value in a few words of Markdown; named schemas are links. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, type, items, format, const: constant } = schema;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if ($ref !== undefined) return schemaLink($ref);
  if (alternatives !== undefined) return alternatives.map(typeWords).join(' or ');
  if (constant !== undefined) return code(constant);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (items !== undefined) return `list of ${typeWords(items)}`;
  const words = [type ?? 'anything'].flat().join(' or ');
  return format === undefined || format === 'int32' ? words : `${words} (${format})`;
}

/** The members of an object as a table, or another kind of value in one line. */
export function describeSchema(schema: JsonSchema, firstColumn = 'Member'): string {
  const rows = memberRows(schema, '');
  if (rows.length === 0) return [typeWords(schema), constraints(schema)].filter(Boolean).join('; ');
  return table([firstColumn, 'Value', 'Meaning'], rows);
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Nested members are named by their paths, so that a reader sees all of them at once. */
function memberRows({ properties = {}, required = [] }: JsonSchema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const optional = required.includes(name) ? '' : ' *optional*';
    const { members, path } = inner(schema, `${prefix}${name}`);
    return [
      [`\`${prefix}${name}\`${optional}`, value(schema), schema.description ?? ''],
      ...(members === undefined ? [] : memberRows(members, `${path}.`)),
    ];
  });
}

/** The object inside an unnamed schema, whether nullable or the items of a list. */
function inner(schema: JsonSchema, path: string): { members: JsonSchema | undefined; path: string } {
  if (schema.properties !== undefined) return { members: schema, path };
  if (schema.items !== undefined) return inner(schema.items, `${path}[]`);
  return { members: undefined, path };
}

/** Type and bounds of a value. */
export function value(schema: JsonSchema): string {
  return [typeWords(schema), constraints(schema)].filter(Boolean).join('<br>');
}

/** The bounds of a value, its default and an example, as far as it has them. */
function constraints(schema: JsonSchema): string {
  const example = schema.examples?.[0];
  return [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, ' entries'),
    schema.default === undefined ? undefined : `default ${code(schema.default)}`,
    example === undefined || typeof example === 'object' ? undefined : `for example ${code(example)}`,
  ]
    .filter((word) => word !== undefined)
    .join('; ');
}

/** What a schema names where there is no bound, because tools ask for one: it tells a reader nothing. */
const UNBOUNDED = 2 ** 31 - 1;

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (max === undefined || max >= UNBOUNDED) return min === undefined ? undefined : `${min}${unit} or more`;
  if (min === max) return `${max}${unit}`;
  return min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}

/** Turns lists in a description into lines, because a table cell cannot hold blocks. */
function cell(text: string): string {
  return text
    .trim()
    .replace(/^- /, '')
    .replace(/\n+(?:- )?/g, '<br>')
    .replaceAll('|', '\\|');
}

function schemaLink(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return `[${name}](/docs/reference/schemas/${name})`;
}

function code(word: unknown): string {
  return `\`${JSON.stringify(word)}\``;
}
