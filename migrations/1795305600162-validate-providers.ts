import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the calls that were made before the constraint came; others read and write them meanwhile. */
export class ValidateProviders1795305600162 implements MigrationInterface {
  name = 'ValidateProviders1795305600162';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_calls VALIDATE CONSTRAINT provider_calls_provider_of_mode');
  }

  async down(): Promise<void> {
    // The constraint goes with the migration that made it.
  }
}
