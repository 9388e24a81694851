import { validateEmail } from '../../api/validation/text-rules.js';
import { createUser } from '../../shared/accounts/create-user.js';
import { hashPassword, newPasswordFaults, verifyPassword } from '../../shared/accounts/passwords.js';
import type { Database } from '../../shared/db/database.js';
import type { User } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
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
    const created = await withDatabase(async (db) => insert(db, email, await choosePassword(email)));
    console.log(
      created
        ? `Created the admin ${email}.`
        : `The admin ${email} already exists, with this password. Nothing has changed.`,
    );
    return 0;
  },
};

/** Judged as by the sign-in: an address that it refuses would make an account that nobody can use. */
function readEmail(flags: Flags): string {
  const email = textFlag(flags, 'email').toLowerCase();
  const problem = validateEmail(email);
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

/** Resolves to false if this admin was created before, perhaps by a run that lost its connection. */
async function insert(db: Database, email: string, password: string): Promise<boolean> {
  const user = { id: newId(), clientId: null, email, passwordHash: await hashPassword(password) };
  const created = await db.transaction((sql) =>
    createUser(sql, { ...user, role: 'admin', mustChangePassword: false }, { actor: 'system' }),
  );
  if (created !== undefined) return true;
  if (await isThisAdmin(db, email, password)) return false;
  throw new Error(`An account with the e-mail address ${email} already exists.`);
}

/** Whether the account is what the command would have created. */
async function isThisAdmin(db: Database, email: string, password: string): Promise<boolean> {
  const [user] = await db.query<RowOf<User, 'password_hash'>>(
    `SELECT password_hash FROM users WHERE email COLLATE "C" = $1 AND role = 'admin' AND client_id IS NULL
       AND NOT suspended AND NOT must_change_password AND removed_at IS NULL`,
    [email],
  );
  return user !== undefined && verifyPassword(user.password_hash, password);
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
