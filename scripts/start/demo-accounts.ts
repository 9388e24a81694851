import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { seedDemo } from '../seed-demo.js';
import { say } from './say.js';

/** The demo accounts' password unless DEMO_PASSWORD is set. */
const DEFAULT_PASSWORD = 'demo-password-1';
/** Records the password they were created with: a later start must not show another one. */
const NOTE_FILE = '.data/demo-password';

/**
 * Creates the demo accounts unless they exist, and returns the password they were created with, now or at an earlier
 * start. For a private database only: the password may be the published one.
 */
export async function provideDemoAccounts(databaseUrl: string): Promise<string> {
  const password = process.env.DEMO_PASSWORD || DEFAULT_PASSWORD;
  if (await seedDemo({ databaseUrl, password })) {
    writeFileSync(NOTE_FILE, password, { mode: 0o600 });
    say('Demo accounts created.');
    return password;
  }
  return existsSync(NOTE_FILE) ? readFileSync(NOTE_FILE, 'utf8') : password;
}
