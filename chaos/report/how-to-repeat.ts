/** How to run a command again as it was run: with all the words it was given, and with those it chose itself. */
export function howToRepeat(
  command: string,
  chosen: readonly string[] = [],
  given: readonly string[] = process.argv.slice(2),
): string {
  const words = [...given, ...chosen].map((word) => (/^[\w.,=-]+$/.test(word) ? word : `'${word}'`));
  return `Repeat: ${[command, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')}`;
}
