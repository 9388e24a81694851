import { callBackErasures as callBack } from '../operations/call-back-erasures.js';
import { CLIENT_FLAGS, CLIENT_USAGE, readClientFlags } from './client-flags.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';

export const callBackErasures: Command = {
  usage: CLIENT_USAGE,
  summary:
    'cancels the announced erasures of a client that have not been carried out yet, and turns off its retention',
  flags: CLIENT_FLAGS,
  run: async (flags) => {
    const { clientId, client, reason } = readClientFlags(flags);
    const kept = await withDatabase((db) => callBack(db, { clientId, reason }, { actor: 'system' }));
    if (kept === undefined) throw new Error(`There is no client ${client}.`);
    console.log(
      `${kept} announced erasures of ${client} were cancelled, and no more will be announced. Its retention is turned off: set it again in the portal.`,
    );
    return 0;
  },
};
