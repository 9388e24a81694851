import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the whole table, but under a lock that does not block other work: hence a transaction of its own. */
export class ValidateRequests1795305600046 implements MigrationInterface {
  name = 'ValidateRequests1795305600046';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE verifications VALIDATE CONSTRAINT verifications_erased_request');
  }

  /** A constraint cannot be made unvalidated again, and a validated one does no harm. */
  async down(): Promise<void> {}
}
