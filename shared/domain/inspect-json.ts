/** Strings and the structural characters of JSON; the rest of a valid text is irrelevant here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

// Our deepest body has two levels, the provider's deepest answer five; anything that recurses over them may rely on
// this limit.
const MAX_DEPTH = 32;

export type JsonFlaw = 'too_deep' | 'repeated_name';

/**
 * Finds what JSON.parse accepts but is still dangerous: nesting that overflows the stack of recursive code, and a name
 * that occurs twice in one object, so that two readers may see two different requests.
 */
export function findJsonFlaw(text: string): JsonFlaw | undefined {
  // One entry per open bracket: the names seen in an object, undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : undefined) > MAX_DEPTH) return 'too_deep';
      expectsName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsName = false;
    } else if (token === ',') {
      expectsName = open.at(-1) !== undefined;
    } else if (token === ':') {
      expectsName = false;
    } else if (expectsName) {
      const names = open.at(-1);
      // The same name can be written in several ways: "a" and "\u0061".
      const name = JSON.parse(token) as string;
      if (names?.has(name)) return 'repeated_name';
      names?.add(name);
    }
  }
  return undefined;
}
