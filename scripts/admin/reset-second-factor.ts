import { resetSecondFactor as reset } from '../../shared/accounts/reset-second-factor.js';
import { User } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { type Command, textFlag } from './command.js';
import { withDatabase } from './with-database.js';

export const resetSecondFactor: Command = {
  usage: '--email E',
  summary: 'removes the second factors of somebody who has lost them, and signs the account out',
  flags: { email: { type: 'string' } },
  run: async (flags) => {
    const email = textFlag(flags, 'email').toLowerCase();
    await withDatabase((db) =>
      db.transaction(async (sql) => {
        const select = { id: true, clientId: true } as const;
        const account = await rowsOf(sql, User).findOne({ select, where: { email } });
        if (account === null) throw new Error(`There is no account ${email}.`);
        await reset(sql, { userId: account.id, clientId: account.clientId }, { actor: 'system' });
      }),
    );
    console.log(
      `${email} no longer has a second factor. The password alone is enough to sign in until a new one is set up.`,
    );
    return 0;
  },
};
