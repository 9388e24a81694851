import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the whole table, but under a lock that lets everybody go on working: hence a transaction of its own. */
export class ValidateRequests1795305600046 implements MigrationInterface {
  name = 'ValidateRequests1795305600046';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE verifications VALIDATE CONSTRAINT verifications_erased_request');
  }

  /** A constraint cannot be made unchecked again, and being checked does no harm. */
  async down(): Promise<void> {}
}
