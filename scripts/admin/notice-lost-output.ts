/**
 * Makes a command whose output nobody could keep end with 1 and say so: console.log ignores a full disk, and a list of
 * lost requests that was sent to a file would look complete. What the command does, it does all the same.
 */
export function noticeLostOutput(): void {
  let lost: string | undefined;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    lost ??= code;
  });
  process.once('exit', () => {
    if (lost === undefined) return;
    console.error(`The output above, or the file it was written to, is incomplete (${lost}).`);
    process.exitCode = 1;
  });
}
