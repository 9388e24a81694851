import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The warnings a client got about a limit in a period, so that each is sent once: next to the counter, under its lock.
 */
export class TellOfLimits1795305600144 implements MigrationInterface {
  name = 'TellOfLimits1795305600144';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE spending ADD COLUMN told smallint NOT NULL DEFAULT 0
        CONSTRAINT spending_told CHECK (told IN (0, 80, 100))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE spending DROP COLUMN told');
  }
}
