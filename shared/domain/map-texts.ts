/** Maps a text; `key` is the field it is in, or its list is in; undefined outside any. */
export type TextChange = (text: string, key: string | undefined) => string;

// Our own field names and the provider's (`full_name`, `dateOfBirth`). They are no personal data, even for a subject
// called "Score" or "Data", and a report with changed field names could not be read.
const FIELD_NAME = /^[a-z][A-Za-z_]*$/;

/**
 * Returns a deep copy of JSON data with `change` applied to every text, including keys that are not field names, and to
 * every whole number; a number that changes becomes a text. Recurses as deep as the data.
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
