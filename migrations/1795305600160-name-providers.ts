import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Calls name their provider. The constant default rewrites no row, and is the one provider that processes of the
 * previous release know.
 */
export class NameProviders1795305600160 implements MigrationInterface {
  name = 'NameProviders1795305600160';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE provider_calls ADD COLUMN provider varchar(20) NOT NULL DEFAULT 'upstream'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_calls DROP COLUMN provider');
  }
}
