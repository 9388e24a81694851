/** A text field as somebody sees it. */
export interface Typed {
  text: string;
  caret: number;
}

/**
 * The field after `typed`, in its shape, with the caret behind the same characters. `shape` must keep beginnings: the
 * shape of a text begins with the shape of each beginning of it. `deletes` says which way a single key deleted: where it
 * met a separator that the shape puts back, it takes the character behind that, or the key would do nothing.
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
