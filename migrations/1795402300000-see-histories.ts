import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the adopted history was last seen intact: anything lost from it was written after that, so a restored database
 * shows how long ago it was live. Unknown for existing histories, which may have been restored just now. The previous
 * release does not look at it, and behaves as before.
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
