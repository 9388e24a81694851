import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * That the database has gone back on the timeline that was adopted is seen by the witness alone, which may be lost while
 * that is acted on: so it is written down first. The release before does not look at it, and goes on as it did.
 */
export class DoubtHistories1795401800000 implements MigrationInterface {
  name = 'DoubtHistories1795401800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories ADD COLUMN doubted_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories DROP COLUMN doubted_at');
  }
}
