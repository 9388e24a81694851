import type { JsonSchema } from './json-schema.js';

/** The names of the schemas a part of the description refers to, directly or indirectly. */
export function namesIn(part: object, schemas: Readonly<Record<string, JsonSchema>>): Set<string> {
  const found = new Set<string>();
  const search = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      search(JSON.stringify(schemas[name]));
    }
  };
  search(JSON.stringify(part));
  return found;
}
