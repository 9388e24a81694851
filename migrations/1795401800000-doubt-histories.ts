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
    // Forgetting the doubt would open the fence again: what was called before the database went back would be called twice.
    await queryRunner.query(`
      DO $$ BEGIN
        IF (SELECT doubted_at IS NOT NULL FROM database_histories ORDER BY adopted_at DESC LIMIT 1) THEN
          RAISE EXCEPTION 'The database is doubted: let a worker adopt its history first.';
        END IF;
      END $$`);
    await queryRunner.query('ALTER TABLE database_histories DROP COLUMN doubted_at');
  }
}
