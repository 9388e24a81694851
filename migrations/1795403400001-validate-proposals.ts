import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the whole table, but under a lock that does not block other work: hence a transaction of its own. */
export class ValidateProposals1795403400001 implements MigrationInterface {
  name = 'ValidateProposals1795403400001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE approvals VALIDATE CONSTRAINT approvals_state');
    await queryRunner.query('ALTER TABLE approvals VALIDATE CONSTRAINT approvals_decided');
  }

  /** A constraint cannot be made unvalidated again, and a validated one does no harm. */
  async down(): Promise<void> {}
}
