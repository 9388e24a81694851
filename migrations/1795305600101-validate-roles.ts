import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the whole table, but under a lock that does not block other work: hence a transaction of its own. */
export class ValidateRoles1795305600101 implements MigrationInterface {
  name = 'ValidateRoles1795305600101';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users VALIDATE CONSTRAINT users_team_role');
    await queryRunner.query('ALTER TABLE users VALIDATE CONSTRAINT users_role');
  }

  /** A constraint cannot be made unvalidated again, and a validated one does no harm. */
  async down(): Promise<void> {}
}
