/**
 * Ends a process that was given arguments, with 2: its settings come from the environment, and a flag would be ignored.
 * `document` lists its variables.
 */
export function refuseArguments(document = 'README.md'): void {
  const [word] = process.argv.slice(2);
  if (word === undefined) return;
  process.stderr.write(
    `"${word}" is not understood: this program takes no arguments. Set environment variables, which ${document} lists.\n`,
  );
  process.exit(2);
}
