import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { seedDemo } from '../seed-demo.js';
import { say } from './say.js';

/** The demo accounts' password unless DEMO_PASSWORD is set. */
const defaultPassword = 'demo-password-1';
/** Records the password they were created with: a later start must not show another one. */
const noteFile = '.data/demo-password';

/**
 * Creates the demo accounts unless they exist, and returns the password they were created with, now or at an earlier
 * start. For a private database only: the password may be the published one.
 */
export async function provideDemoAccounts(databaseUrl: string): Promise<string> {
  const password = process.env.DEMO_PASSWORD || defaultPassword;
  if (await seedDemo({ databaseUrl, password })) {
    writeFileSync(noteFile, password, { mode: 0o600 });
    say('Demo accounts created.');
    return password;
  }
  return existsSync(noteFile) ? readFileSync(noteFile, 'utf8') : password;
}
