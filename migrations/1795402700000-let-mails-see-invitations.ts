import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The mail sender looks whether the link of an invitation still works before it sends it. The policy is added to the
 * existing ones, so that the table is never without any. The previous release does not read invitations there.
 */
export class LetMailsSeeInvitations1795402700000 implements MigrationInterface {
  name = 'LetMailsSeeInvitations1795402700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS invitations_of_mails ON invitations');
    await queryRunner.query(
      `CREATE POLICY invitations_of_mails ON invitations FOR SELECT
       USING ((SELECT current_setting('app.scope', true) = 'mail'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS invitations_of_mails ON invitations');
  }
}
