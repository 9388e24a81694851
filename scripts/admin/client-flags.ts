import { fromPublicId } from '../../shared/domain/ids.js';
import { type Flags, readableFlag, refuseIdentityNumber, textFlag } from './command.js';

const MAX_REASON_LENGTH = 500;

/** The flags of every command that acts on one client and needs a reason. */
export const CLIENT_FLAGS = { client: { type: 'string' }, reason: { type: 'string' } } as const;
export const CLIENT_USAGE = '--client cli_… --reason TEXT';

/** Reads the flags. Throws UsageError, or an error saying that there is no such client. */
export function readClientFlags(flags: Flags): { clientId: string; client: string; reason: string } {
  const client = textFlag(flags, 'client');
  const reason = readableFlag(flags, 'reason', MAX_REASON_LENGTH);
  refuseIdentityNumber('reason', reason, 'audit log');
  const clientId = fromPublicId('client', client);
  if (clientId === undefined) throw new Error(`There is no client ${client}.`);
  return { clientId, client, reason };
}
