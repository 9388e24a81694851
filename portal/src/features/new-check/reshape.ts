/** The visible state of a text field. */
export interface Typed {
  text: string;
  caret: number;
}

/**
 * The field after `typed`, formatted, with the caret after the same characters. `shape` must preserve prefixes: the
 * formatted text starts with the formatted form of each prefix. `deletes` is the direction of a single deletion: if it
 * hit a separator that formatting restores, the character behind that is deleted instead, or the key would have no
 * effect.
 */
export function reshape(
  shape: (text: string) => string,
  before: string,
  typed: Typed,
  deletes?: 'backward' | 'forward',
): Typed {
  const meant = deletes !== undefined && shape(typed.text) === before ? deleteOneMore(typed, deletes) : typed;
  const text = shape(meant.text);
  if (text === meant.text) return meant;
  return { text, caret: shape(meant.text.slice(0, meant.caret)).length };
}

function deleteOneMore({ text, caret }: Typed, deletes: 'backward' | 'forward'): Typed {
  const from = deletes === 'backward' ? Math.max(0, caret - 1) : caret;
  return { text: text.slice(0, from) + text.slice(from + 1), caret: from };
}
