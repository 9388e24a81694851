import { judgeEmail } from '../../api/validation/text-rules.js';
import { createUser } from '../../shared/accounts/create-user.js';
import { hashPassword, newPasswordFaults } from '../../shared/accounts/passwords.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { askSecretly } from './ask-secretly.js';
import { type Command, type Flags, textFlag } from './command.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';

export const createAdmin: Command = {
  usage: '--email E',
  summary: 'creates an admin; the password is read from ADMIN_PASSWORD or prompted for',
  flags: { email: { type: 'string' } },
  run: async (flags) => {
    const email = readEmail(flags);
    await withDatabase(async (db) => insert(db, email, await hashPassword(await choosePassword(email))));
    console.log(`Created the admin ${email}.`);
    return 0;
  },
};

/** Judged as by the sign-in: an address that it refuses would make an account that nobody can use. */
function readEmail(flags: Flags): string {
  const email = textFlag(flags, 'email').toLowerCase();
  const problem = judgeEmail(email);
  if (problem !== undefined) throw new UsageError(`--email ${lower(problem.message)}`);
  return email;
}

async function choosePassword(email: string): Promise<string> {
  const password = await askSecretly('Password of the new admin: ', 'ADMIN_PASSWORD');
  const faults = newPasswordFaults('password', password, email);
  if (faults.length > 0)
    throw new Error(faults.map(({ message }) => `The password ${lower(message)}`).join('\n'));
  return password;
}

async function insert(db: Database, email: string, passwordHash: string): Promise<void> {
  const id = newId();
  const created = await db.transaction((sql) =>
    createUser(
      sql,
      { id, clientId: null, email, passwordHash, role: 'admin', mustChangePassword: false },
      { actor: 'system' },
    ),
  );
  if (created === undefined) throw new Error(`An account with the e-mail address ${email} already exists.`);
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
