import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The mail sender deletes invitations that ended long ago, and no others, whatever its statement says. The policy is added
 * to the existing ones, so that the table is never without any. The previous release deletes none.
 */
export class LetMailsPurgeInvitations1795402800000 implements MigrationInterface {
  name = 'LetMailsPurgeInvitations1795402800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS invitations_ended_of_mails ON invitations');
    await queryRunner.query(
      `CREATE POLICY invitations_ended_of_mails ON invitations FOR DELETE
       USING ((SELECT current_setting('app.scope', true) = 'mail') AND expires_at < now() - interval '90 days')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS invitations_ended_of_mails ON invitations');
  }
}
