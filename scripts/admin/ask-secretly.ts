import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads the environment variable or, if it is unset or empty, prompts on the terminal without echo: flags would show up
 * in the process list and in the shell's history. Throws if there is neither.
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
