/** Prints one line of progress for the person who typed `npm start`. */
export function say(line: string): void {
  console.log(line);
}

/** A closed terminal or pipe (`npm start | head`) must not keep the launcher from stopping what it started. */
export function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
