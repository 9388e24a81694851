import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Only the witness shows that the database went back on its adopted timeline, and the witness may be lost while that is
 * acted on: so the finding is stored first. The previous release does not look at it, and behaves as before.
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
