import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The role of a person within the client's team, and staff who only read (contract 11). Everybody who has an account is
 * an owner, and so is who gets one from a process of the release before, which knows no roles: nobody loses anything by
 * the update. Of staff the column says nothing.
 */
export class GiveRoles1795305600100 implements MigrationInterface {
  name = 'GiveRoles1795305600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Checks that rows which stand fulfil are left unread here: the next migration reads them, and locks nobody out.
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN team_role varchar(16) NOT NULL DEFAULT 'owner',
        ADD CONSTRAINT users_team_role
          CHECK (team_role IN ('owner', 'submitter', 'viewer', 'developer')) NOT VALID,
        DROP CONSTRAINT users_role,
        ADD CONSTRAINT users_role CHECK (role IN ('client', 'support', 'admin', 'auditor')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // The release before has no such staff: locked out is the nearest that it knows.
    await queryRunner.query(
      `UPDATE users SET role = 'support', suspended = true, token_version = token_version + 1 WHERE role = 'auditor'`,
    );
    await queryRunner.query(`
      ALTER TABLE users
        DROP CONSTRAINT users_team_role,
        DROP COLUMN team_role,
        DROP CONSTRAINT users_role,
        ADD CONSTRAINT users_role CHECK (role IN ('client', 'support', 'admin'))`);
  }
}
