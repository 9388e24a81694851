import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A person's role within the client's team, and read-only staff (contract 11). Every existing account is an owner, and
 * so is one created by a process of the previous release, which has no roles: nobody loses anything by the update. For
 * staff the column is meaningless.
 */
export class GiveRoles1795305600100 implements MigrationInterface {
  name = 'GiveRoles1795305600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Existing rows satisfy these checks, so they are not validated here: the next migration does that without
    // blocking.
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN team_role varchar(16) NOT NULL DEFAULT 'owner',
        ADD CONSTRAINT users_team_role
          CHECK (team_role IN ('owner', 'submitter', 'viewer', 'developer')) NOT VALID,
        DROP CONSTRAINT users_role,
        ADD CONSTRAINT users_role CHECK (role IN ('client', 'support', 'admin', 'auditor')) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // The previous release has no such staff: locking them out is the closest it can do.
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
