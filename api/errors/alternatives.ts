const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Writes alternatives as a person would: "owner, submitter or viewer". */
export function alternatives(words: readonly string[]): string {
  return OR.format(words);
}
