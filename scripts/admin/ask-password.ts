import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on the terminal, without showing what is typed. Throws when there is no terminal. */
export async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('There is no terminal to ask on: give the password in ADMIN_PASSWORD.');
  // readline echoes to its output, and this one shows nothing.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  process.stderr.write(prompt);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
