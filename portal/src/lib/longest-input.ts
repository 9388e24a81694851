/** The `maxLength` of an input for so many characters: browsers count units, of which a character may take two. */
export function longestInput(characters: number): number {
  return 2 * characters;
}
