/** The `maxLength` of an input for this many characters: browsers count code units, and a character may take two. */
export function longestInput(characters: number): number {
  return 2 * characters;
}
