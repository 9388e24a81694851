import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The histories this database has had: a server, its timeline, and the database and table on it. A promotion, a restore
 * or a copy has another one, on which no calls are made until it is adopted (contract 15). The database being migrated
 * is adopted as it is.
 */
export class CreateHistories1795305600000 implements MigrationInterface {
  name = 'CreateHistories1795305600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Ids are random rather than sequential: a database restored to an earlier point would assign the same number
    // again.
    await queryRunner.query(`
      CREATE TABLE database_histories (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT database_histories_pkey PRIMARY KEY,
        system_identifier bigint NOT NULL,
        timeline integer NOT NULL,
        database_oid bigint NOT NULL,
        table_oid bigint NOT NULL,
        adopted_at timestamptz(3) NOT NULL DEFAULT now(),
        adopted_how varchar(16) NOT NULL CONSTRAINT database_histories_adopted_how
          CHECK (adopted_how IN ('migration', 'automatic', 'person')),
        adopted_by varchar(100) NOT NULL,
        witness_epoch uuid,
        witness_complete boolean,
        checks_reviewed integer NOT NULL DEFAULT 0,
        requests_lost integer NOT NULL DEFAULT 0
      )`);
    // The newest one counts, so no two may have the same time.
    await queryRunner.query(
      'CREATE UNIQUE INDEX database_histories_adopted_at ON database_histories (adopted_at)',
    );
    await queryRunner.query(`
      INSERT INTO database_histories (system_identifier, timeline, database_oid, table_oid, adopted_how, adopted_by)
      SELECT server.system_identifier,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer,
        (SELECT oid FROM pg_database WHERE datname = current_database())::bigint,
        'database_histories'::regclass::oid::bigint, 'migration', 'migrate'
      FROM pg_control_system() AS server`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE database_histories');
  }
}
