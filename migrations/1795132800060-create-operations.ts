import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data for operators: the last check of the ledger, and the trace a verification belongs to. */
export class CreateOperations1795132800060 implements MigrationInterface {
  name = 'CreateOperations1795132800060';

  async up(queryRunner: QueryRunner): Promise<void> {
    // One row, so that claiming the next check is a single UPDATE: only one worker gets it.
    await queryRunner.query(`
      CREATE TABLE ledger_checks (
        id smallint NOT NULL CONSTRAINT ledger_checks_pkey PRIMARY KEY
          CONSTRAINT ledger_checks_one_row CHECK (id = 1),
        claimed_at timestamptz(3),
        checked_at timestamptz(3),
        imbalances integer NOT NULL DEFAULT 0
      )`);
    await queryRunner.query('INSERT INTO ledger_checks (id) VALUES (1)');
    await queryRunner.query('ALTER TABLE verifications ADD COLUMN traceparent varchar(55)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE verifications DROP COLUMN traceparent');
    await queryRunner.query('DROP TABLE ledger_checks');
  }
}
