import { chainHash } from '../crypto/keyed-hash.js';
import { AccessEntry } from '../db/entities/access-entry.entity.js';
import type { RowOf } from '../db/row-of.js';
import { columnsOf } from '../db/table-of.js';
import type { AccessAct, AccessActor, AccessChannel } from '../domain/access-kinds.js';

/** Someone opens what is known about a subject of a client. */
export interface Access {
  clientId: string;
  actorKind: AccessActor;
  /** Null for the system. */
  actorId: string | null;
  act: AccessAct;
  /** Null for a file that covers many. */
  verificationId: string | null;
  channel: AccessChannel;
  ipAddress: string | undefined;
}

/** One row of access_log, as stored. */
export type AccessRow = RowOf<AccessEntry>;

export const ACCESS_COLUMNS = columnsOf(AccessEntry);

/** The hash of an entry, over the previous entry's hash in the client's chain and every other column. */
export function accessHash(row: Omit<AccessRow, 'hash'>): Buffer {
  return chainHash(row.previous_hash, accessRecord(row));
}

/** What an entry's hash covers besides the previous hash. */
export function accessRecord(row: Omit<AccessRow, 'hash' | 'previous_hash'>): Record<string, unknown> {
  return {
    client_id: row.client_id,
    entry_no: row.entry_no,
    recorded_at: row.recorded_at.toISOString(),
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    act: row.act,
    verification_id: row.verification_id,
    channel: row.channel,
    ip_address: row.ip_address,
  };
}
