import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Takes the environment variable, or, when it is unset or empty, asks on the terminal without showing what is typed: flags would be in the list of
 * processes and in the history of the shell. Throws when there is neither.
 */
export async function askSecretly(prompt: string, variable: string): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  if (!process.stdin.isTTY) throw new Error(`There is no terminal to prompt on: set ${variable}.`);
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
