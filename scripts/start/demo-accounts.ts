import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DEMO_PASSWORD } from '../../shared/accounts/demo-accounts.js';
import { seedDemo } from '../seed-demo.js';
import { say } from './say.js';

/** Records the password they were created with: a later start must not show another one. */
const NOTE_FILE = '.data/demo-password';

/**
 * Creates the demo accounts unless they exist, and returns the password they were created with, now or at an earlier
 * start. For a private database only: the password may be the published one.
 */
export async function provideDemoAccounts(databaseUrl: string): Promise<string> {
  const password = process.env.DEMO_PASSWORD || DEMO_PASSWORD;
  if (await seedDemo({ databaseUrl, password })) {
    writeFileSync(NOTE_FILE, password, { mode: 0o600 });
    say('Demo accounts created.');
    return password;
  }
  return existsSync(NOTE_FILE) ? readFileSync(NOTE_FILE, 'utf8') : password;
}
