import { CHAIN_START } from '../crypto/keyed-hash.js';
import { ADVISORY_LOCKS } from '../db/advisory-locks.js';
import { BulkWrite } from '../db/bulk-write.js';
import type { Sql, Transaction } from '../db/database.js';
import { AccessEntry } from '../db/entities/access-entry.entity.js';
import { ACCESS_COLUMNS, type Access, type AccessRow, accessHash } from './access-record.js';

interface ChainEnd {
  client_id: string;
  entry_no: number;
  hash: Buffer;
  now: Date;
}

/**
 * Appends to the access logs of these clients, each entry the next link of its client's chain. Appenders wait only for
 * others of the same client, on a separate lock held for one round trip and the commit. Rerun after a lost commit, it
 * may record an access twice, which hides none.
 */
export function appendAccesses(sql: Transaction, accesses: readonly Access[]): Promise<void> {
  return appendFound(sql, accesses, async () => accesses);
}

/**
 * Appends like `appendAccesses`, for accesses that have yet to be determined: the statement of `find` is sent after the
 * locks, in the same round trip.
 */
export async function appendFound(
  sql: Transaction,
  of: readonly { clientId: string }[],
  find: () => Promise<readonly Access[]>,
): Promise<void> {
  const clientIds = [...new Set(of.map(({ clientId }) => clientId))];
  const [, ends, found] = await Promise.all([lockChains(sql, clientIds), readEnds(sql, clientIds), find()]);
  const rows = found.map((access) => {
    const end = ends.get(access.clientId);
    if (end === undefined) throw new Error('Bug: a look at what belongs to no client');
    const row = rowOf(access, end);
    ends.set(access.clientId, { ...row, now: end.now });
    return row;
  });
  await new BulkWrite().insert(AccessEntry, ACCESS_COLUMNS, rows).finish(sql);
}

/** Locks in a fixed order, so that two batches with clients in common never deadlock. */
async function lockChains(sql: Sql, clientIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock($1, lock) FROM (
       SELECT DISTINCT hashtext(id::text) AS lock FROM unnest($2::uuid[]) AS id ORDER BY lock) AS locks`,
    [ADVISORY_LOCKS.accessLog, clientIds],
  );
}

/** Must be sent after the statement that locks the chains, as a separate one, so that it runs with the locks held. */
async function readEnds(sql: Sql, clientIds: readonly string[]): Promise<Map<string, ChainEnd>> {
  const rows = await sql.query<{
    client_id: string;
    entry_no: number | null;
    hash: Buffer | null;
    now: Date;
  }>(
    `SELECT wanted.client_id, last.entry_no, last.hash, date_trunc('milliseconds', clock_timestamp()) AS now
     FROM unnest($1::uuid[]) AS wanted (client_id) LEFT JOIN LATERAL (
       SELECT entry_no, hash FROM access_log AS a
       WHERE a.client_id = wanted.client_id ORDER BY entry_no DESC LIMIT 1) AS last ON true`,
    [clientIds],
  );
  return new Map(
    rows.map(({ client_id, entry_no, hash, now }) => [
      client_id,
      { client_id, entry_no: entry_no ?? 0, hash: hash ?? CHAIN_START, now },
    ]),
  );
}

function rowOf(access: Access, end: ChainEnd): AccessRow {
  const row = {
    client_id: access.clientId,
    entry_no: end.entry_no + 1,
    recorded_at: end.now,
    actor_kind: access.actorKind,
    actor_id: access.actorId,
    act: access.act,
    verification_id: access.verificationId,
    channel: access.channel,
    ip_address: access.ipAddress ?? null,
    previous_hash: end.hash,
  };
  return { ...row, hash: accessHash(row) };
}
