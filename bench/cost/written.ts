import type pg from 'pg';

/** What PostgreSQL wrote during a measurement. */
export interface Written {
  /** Rows inserted, and rows updated. */
  inserted: number;
  updated: number;
  /** Updates that fitted on the same page, and so touched no index. */
  updatedInPlace: number;
  indexEntries: number;
  commits: number;
  /** Bytes of write-ahead log. */
  walBytes: number;
}

/** Enables the extension that inspects the write-ahead log; the cluster belongs to the caller. */
export async function prepareWritten(superuser: pg.Client): Promise<void> {
  await superuser.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
}

export async function walPosition(superuser: pg.Client): Promise<string> {
  const { rows } = await superuser.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  return rows[0]?.lsn ?? '';
}

/**
 * Reads what was written between two positions of the log, without full-page images, which depend on the last
 * checkpoint. Record types are those of PostgreSQL's resource managers (`pg_get_wal_stats`, F.37).
 */
export async function readWritten(superuser: pg.Client, from: string, to: string): Promise<Written> {
  const { rows } = await superuser.query<{ type: string; count: number; bytes: number }>(
    `SELECT "resource_manager/record_type" AS type, count::int, record_size::int AS bytes
     FROM pg_get_wal_stats($1, $2, true)`,
    [from, to],
  );
  const count = (pattern: RegExp): number =>
    rows.filter(({ type }) => pattern.test(type)).reduce((sum, row) => sum + row.count, 0);
  return {
    inserted: count(/^Heap\/INSERT/) + count(/^Heap2\/MULTI_INSERT/),
    updated: count(/^Heap\/UPDATE/),
    updatedInPlace: count(/^Heap\/HOT_UPDATE/),
    indexEntries: count(/^Btree\/INSERT/),
    commits: count(/^Transaction\/COMMIT/),
    walBytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
