import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates calls made before the constraint existed, without blocking others. */
export class ValidateProviders1795305600162 implements MigrationInterface {
  name = 'ValidateProviders1795305600162';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_calls VALIDATE CONSTRAINT provider_calls_provider_of_mode');
  }

  async down(): Promise<void> {
    // The constraint is dropped by the migration that created it.
  }
}
