import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a client was told of a limit in a period, so that it is told once: beside what is counted, under the same lock. */
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
