/** Strings, and the characters that give JSON its structure; the rest of a valid text does not matter here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

// Our deepest body has two levels; anything that recurses over a body may rely on this.
const DEEPEST = 32;

export type JsonFlaw = 'too_deep' | 'repeated_name';

/**
 * Looks for what JSON.parse lets pass in a valid JSON text and what would still be dangerous: nesting that overflows
 * the stack of code that recurses, and a name twice in one object, where two readers may see two different requests.
 */
export function findJsonFlaw(text: string): JsonFlaw | undefined {
  // One entry per open bracket: the names seen in an object, undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : undefined) > DEEPEST) return 'too_deep';
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
