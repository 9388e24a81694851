/** What becomes of a text; `key` is the field that it stands in, or its list: undefined outside of any. */
export type TextChange = (text: string, key: string | undefined) => string;

// Our own field names and the provider's (`full_name`, `dateOfBirth`). They are nobody's data, even of a subject who is
// called "Score" or "Data", and a report with a changed field name could not be read.
const FIELD_NAME = /^[a-z][A-Za-z_]*$/;

/**
 * A deep copy of JSON data with every text changed, also those that are keys and no field names, and every whole
 * number that the change alters, which then is a text. Recurses as deep as the data.
 */
export function mapTexts(value: unknown, change: TextChange, key?: string): unknown {
  if (typeof value === 'string') return change(value, key);
  // The digits of a fraction are as good as random.
  if (typeof value === 'number' && Number.isInteger(value)) {
    const text = String(value);
    const changed = change(text, key);
    return changed === text ? value : changed;
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, key));
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines properties, so a key `__proto__` stays data.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      FIELD_NAME.test(name) ? name : change(name, undefined),
      mapTexts(item, change, name),
    ]),
  );
}
