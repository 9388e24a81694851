import type { SandboxCall } from '../../sandbox/call-log.js';
import type { Sql } from '../../shared/db/database.js';
import type { Trace } from '../../test/protocol/traces.js';
import { type CallRow, traceOf } from './trace-of.js';

/** The observations of one check. */
export interface CheckTrace {
  readonly checkId: string;
  readonly trace: Trace;
}

/** Whose traces to read, and from what. */
export interface TracedRun {
  /** Idempotency keys of its requests. */
  readonly keys: readonly string[];
  readonly calls: readonly SandboxCall[];
  /** Checks the database may have lost. */
  readonly checkIds: readonly string[];
  /** The last history adopted before the run. */
  readonly since: string | undefined;
}

/** Reads what happened to each check of a run from the database and the provider's log. */
export async function readTraces(sql: Sql, run: TracedRun): Promise<CheckTrace[]> {
  const accepted = await readAccepted(sql, run.keys);
  const rows = await readRows(sql, [...accepted.keys()]);
  const adoptedAt = await readAdoptions(sql, run.since);
  const calls = groupBy(run.calls, ({ reference = '' }) => reference);
  const lost = run.checkIds.filter((id) => !accepted.has(id) && calls.has(id));
  return [...accepted.keys(), ...lost].map((checkId) => ({
    checkId,
    trace: traceOf({
      acceptedAt: accepted.get(checkId),
      adoptedAt,
      rows: rows.get(checkId) ?? [],
      calls: calls.get(checkId) ?? [],
    }),
  }));
}

const MS = (column: string): string => `extract(epoch FROM ${column})::float8 * 1000`;

async function readAccepted(sql: Sql, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; at: number }>(
    `SELECT c.id, ${MS('c.created_at')} AS at FROM checks c JOIN verifications v ON v.id = c.verification_id
     WHERE v.idempotency_key COLLATE "C" = ANY($1::text[])`,
    [keys],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function readRows(sql: Sql, checkIds: readonly string[]): Promise<Map<string, CallRow[]>> {
  const rows = await sql.query<CallRow & { checkId: string }>(
    `SELECT check_id AS "checkId", state, worker, reason, ${MS('started_at')} AS "startedAt",
       ${MS('finished_at')} AS "finishedAt", ${MS('written_off_at')} AS "writtenOffAt"
     FROM provider_calls WHERE check_id = ANY($1::uuid[])`,
    [checkIds],
  );
  return groupBy(rows, ({ checkId }) => checkId);
}

async function readAdoptions(sql: Sql, since: string | undefined): Promise<number[]> {
  const rows = await sql.query<{ at: number }>(
    `SELECT ${MS('adopted_at')} AS at FROM database_histories
     WHERE adopted_at > (SELECT adopted_at FROM database_histories WHERE id = $1)`,
    [since ?? null],
  );
  return rows.map(({ at }) => at);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
