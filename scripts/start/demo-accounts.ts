import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { seedDemo } from '../seed-demo.js';
import { say } from './say.js';

/** What the demo accounts are opened with unless DEMO_PASSWORD says otherwise. */
const defaultPassword = 'demo-password-1';
/** Keeps the password that they were opened with: a later start must not show another one. */
const noteFile = '.data/demo-password';

/**
 * Opens the demo accounts where there are none, and returns the password that they were opened with, now or at an
 * earlier start. For a private database only: the password may be the published one.
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
