import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the adopted history was last seen to be there: what is lost of it was written after that, so that a restored database
 * tells how long ago it was alive. Unknown for the histories of before, which may have been restored just now. The release
 * before does not look at it, and goes on as it did.
 */
export class SeeHistories1795402300000 implements MigrationInterface {
  name = 'SeeHistories1795402300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories ADD COLUMN seen_at timestamptz(3)');
    await queryRunner.query('ALTER TABLE database_histories ALTER COLUMN seen_at SET DEFAULT now()');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories DROP COLUMN seen_at');
  }
}
