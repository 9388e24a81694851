import { updateClient } from '../../shared/accounts/update-client.js';
import type { Database } from '../../shared/db/database.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { changeAccount } from './change-account.js';
import { type Command, optionalTextFlag } from './command.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';

export const suspend: Command = {
  usage: '--email E | --client cli_…',
  summary: 'immediately locks out an account, or a client with all its users and API keys',
  flags: { email: { type: 'string' }, client: { type: 'string' } },
  run: async (flags) => {
    const email = optionalTextFlag(flags, 'email')?.toLowerCase();
    const client = optionalTextFlag(flags, 'client');
    if (email !== undefined && client === undefined) {
      await withDatabase((db) => changeAccount(db, email, { suspended: true }));
    } else if (client !== undefined && email === undefined) {
      await withDatabase((db) => suspendClient(db, client));
    } else {
      throw new UsageError('Use --email or --client.');
    }
    console.log(`Suspended ${email ?? client}.`);
    return 0;
  },
};

async function suspendClient(db: Database, publicId: string): Promise<void> {
  const id = fromPublicId('client', publicId);
  const found =
    id !== undefined &&
    (await db.transaction((sql) => updateClient(sql, id, { suspended: true }, { actor: 'system' })));
  if (!found) throw new Error(`There is no client ${publicId}.`);
}
