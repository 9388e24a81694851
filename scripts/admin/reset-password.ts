import { hashPassword } from '../../shared/accounts/passwords.js';
import { createTemporaryPassword } from '../../shared/crypto/random-secrets.js';
import { changeAccount } from './change-account.js';
import { type Command, textFlag } from './command.js';
import { withDatabase } from './with-database.js';

/** Why the password signs nobody in yet. */
const LOCKED_OUT = {
  account_suspended: 'The account is suspended: nobody can sign in until it is reactivated in the portal.',
  client_suspended: 'Its client is suspended: nobody can sign in until that is reactivated in the portal.',
} as const;

export const resetPassword: Command = {
  usage: '--email E',
  summary: 'sets a temporary password for an account, prints it once, and signs the account out',
  flags: { email: { type: 'string' } },
  run: async (flags) => {
    const email = textFlag(flags, 'email').toLowerCase();
    const password = createTemporaryPassword();
    const temporaryPasswordHash = await hashPassword(password);
    const lockedOut = await withDatabase((db) => changeAccount(db, email, { temporaryPasswordHash }));
    console.log(`The temporary password of ${email} is ${password}\nIt must be changed at the next sign-in.`);
    if (lockedOut !== undefined) console.log(LOCKED_OUT[lockedOut]);
    return 0;
  },
};
