import type { QueryRunner } from 'typeorm';

/**
 * Builds an index on a table in use, for a migration without a transaction, while others read and write it. May be
 * repeated after an attempt that died halfway: an invalid index left behind is dropped first, and a valid one stays,
 * because what it replaces may be gone by then. Throws PostgreSQL's errors.
 */
export async function buildIndex(
  queryRunner: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  // It waits for the end of every open transaction, including dumps and ledger checks. Unlike with other migrations
  // nothing queues behind it, so it may take its time; giving up would start the work again.
  await queryRunner.query('SET lock_timeout = 0');
  try {
    const unfinished = await queryRunner.query(
      `SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND NOT indisvalid`,
    );
    if (unfinished.length > 0) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
    await queryRunner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
  } finally {
    // It fails only if the connection is lost, which the previous statement has reported better.
    await queryRunner.query('RESET lock_timeout').catch(() => undefined);
  }
}

/**
 * Drops indexes, for a migration without a transaction; may be repeated. It waits for those still using them, as long
 * as building one waits, and nothing queues behind it. TypeORM reverts every migration in a transaction, where this
 * fails and changes nothing, unless run with `--transaction none`.
 */
export async function dropIndexes(queryRunner: QueryRunner, ...names: readonly string[]): Promise<void> {
  await queryRunner.query('SET lock_timeout = 0');
  try {
    for (const name of names) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  } finally {
    await queryRunner.query('RESET lock_timeout').catch(() => undefined);
  }
}
