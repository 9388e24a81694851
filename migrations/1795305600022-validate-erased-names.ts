import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the whole table, but under a lock that lets everybody go on working: hence a transaction of its own. */
export class ValidateErasedNames1795305600022 implements MigrationInterface {
  name = 'ValidateErasedNames1795305600022';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE verifications VALIDATE CONSTRAINT verifications_erased_name');
  }

  /** A constraint cannot be made unchecked again, and being checked does no harm. */
  async down(): Promise<void> {}
}
