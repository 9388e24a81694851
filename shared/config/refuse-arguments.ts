/** Ends a process that was given arguments, with 2: its settings come from the environment, and a flag would be ignored. */
export function refuseArguments(words: readonly string[] = process.argv.slice(2)): void {
  const [word] = words;
  if (word === undefined) return;
  process.stderr.write(
    `"${word}" is not understood: this program takes no arguments. Set environment variables, which README.md lists.\n`,
  );
  process.exit(2);
}
