import type { QueryRunner } from 'typeorm';

/**
 * Builds an index on a table that is in use, for a migration without a transaction: others read and write it
 * meanwhile. May be repeated after an attempt that died half way: an invalid index that it left goes first, and a whole one
 * stays, because what stood in for it may be gone by then. Throws what PostgreSQL throws.
 */
export async function buildIndex(
  queryRunner: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  // It waits for the end of every transaction that is open, a dump or a check of the ledger too. Nobody waits behind
  // it, unlike behind other migrations, so it may take its time; giving up would begin the work anew.
  await queryRunner.query('SET lock_timeout = 0');
  try {
    const unfinished = await queryRunner.query(
      `SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND NOT indisvalid`,
    );
    if (unfinished.length > 0) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
    await queryRunner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
  } finally {
    // It fails only when the connection is lost, which the statement before has said better.
    await queryRunner.query('RESET lock_timeout').catch(() => undefined);
  }
}

/**
 * Removes indexes, for a migration without a transaction; may be repeated. It waits for whoever still uses them, as long
 * as building one waits, and nobody waits behind it. TypeORM reverts every migration in a transaction, where this fails
 * and changes nothing, unless it is told `--transaction none`.
 */
export async function dropIndexes(queryRunner: QueryRunner, ...names: readonly string[]): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  try {
    for (const name of names) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  } finally {
    await queryRunner.query('RESET lock_timeout').catch(() => undefined);
  }
}
