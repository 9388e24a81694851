// The limits that the API applies to new passwords (contract 3).
const MIN = 12;
const MAX = 128;

/** Shown beside the input for a new password. */
export const PASSWORD_ADVICE = `${MIN} to ${MAX} characters; a few unrelated words are easy to remember.`;

/** Returns what is wrong with the length of a new password; the API has the last word. */
export function lengthFault(value: string): string | null {
  const { length } = [...value];
  if (length < MIN) return `Use at least ${MIN} characters.`;
  return length > MAX ? `Use at most ${MAX} characters.` : null;
}
