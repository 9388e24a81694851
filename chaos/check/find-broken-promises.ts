import { findContradictions } from '../../harness/find-contradictions.js';
import { countPaid, type SandboxCall } from '../../sandbox/call-log.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ClientRequest } from '../client/request.js';

/** A broken promise, and where it was found. */
export interface Finding {
  kind:
    | 'duplicate'
    | 'lost'
    | 'unnamed'
    | 'imbalance'
    | 'replay'
    | 'stuck'
    | 'answer'
    | 'untold'
    | 'retold'
    | 'unerased'
    | 'erased'
    | 'revived'
    | 'protocol'
    | 'unopened';
  what: string;
}

/**
 * Compares, from outside, what clients were told and what the provider logged with what the database contains. Call it
 * when nothing is pending any more; `calls` may include those of others.
 */
export async function findBrokenPromises(
  sql: Sql,
  requests: readonly ClientRequest[],
  calls: readonly SandboxCall[],
): Promise<Finding[]> {
  const contradictions = await findContradictions(sql);
  return [
    ...(await findDuplicates(sql, calls)),
    ...(await findLost(sql, requests)),
    ...contradictions.map(({ meaning, found }): Finding => {
      return { kind: 'imbalance', what: `${meaning}: ${JSON.stringify(found).slice(0, 500)}` };
    }),
  ];
}

async function findDuplicates(sql: Sql, calls: readonly SandboxCall[]): Promise<Finding[]> {
  const checks = await sql.query<{ id: string }>('SELECT id FROM checks');
  const paid = countPaid(calls);
  return checks
    .filter(({ id }) => (paid[id] ?? 0) > 1)
    .map(({ id }) => ({
      kind: 'duplicate',
      what: `the provider was paid ${paid[id]} times for check ${id}`,
    }));
}

interface Stored {
  id: string;
  idempotency_key: string;
  status: string;
}

async function findLost(sql: Sql, requests: readonly ClientRequest[]): Promise<Finding[]> {
  const rows = await sql.query<Stored>('SELECT id, idempotency_key, status FROM verifications');
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  return requests.flatMap((request) => findingOf(request, byKey.get(request.key)));
}

function findingOf({ key, ids }: ClientRequest, row: Stored | undefined): Finding[] {
  const [told, ...others] = ids;
  if (others.length > 0)
    return [{ kind: 'replay', what: `key ${key} was answered with ${[...ids].join(', ')}` }];
  if (told === undefined) return [];
  if (row === undefined)
    return [{ kind: 'lost', what: `key ${key} was accepted as ${told} and is not stored` }];
  if (toPublicId('verification', row.id) !== told) {
    return [{ kind: 'replay', what: `key ${key} was answered with ${told} and is stored as ${row.id}` }];
  }
  return row.status === 'pending' ? [{ kind: 'lost', what: `key ${key} (${row.id}) is never settled` }] : [];
}

/**
 * Paid calls with references unknown to any database of the run: the provider was paid for something nobody remembers.
 */
export function findStrayCalls(calls: readonly SandboxCall[], known: ReadonlySet<string>): Finding[] {
  const strays = Object.keys(countPaid(calls)).filter((reference) => !known.has(reference));
  return strays.map((reference) => ({
    kind: 'duplicate',
    what: `a paid call for unknown check ${reference}`,
  }));
}
