import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, removePolicies } from './row-policies.js';

/**
 * A client stages mails and sees its own invitations; the mail sender reads the recipients, which other worker code
 * does not. The policy on accounts is added to the existing ones, so that they are never without any.
 */
export class SecureMails1795305600103 implements MigrationInterface {
  name = 'SecureMails1795305600103';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createPolicies(queryRunner, 'mails', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'worker', 'operator', 'mail'],
    });
    await createPolicies(queryRunner, 'invitations', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'operator'],
      readers: ['sign_in'],
    });
    await createPolicies(queryRunner, 'password_resets', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'operator', 'mail'],
      readers: ['sign_in'],
    });
    await queryRunner.query('DROP POLICY IF EXISTS users_of_mails ON users');
    await queryRunner.query(
      `CREATE POLICY users_of_mails ON users FOR SELECT USING ((SELECT current_setting('app.scope', true) = 'mail'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS users_of_mails ON users');
    for (const table of ['password_resets', 'invitations', 'mails']) await removePolicies(queryRunner, table);
  }
}
