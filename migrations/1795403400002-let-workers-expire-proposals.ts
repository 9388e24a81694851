import type { MigrationInterface, QueryRunner } from 'typeorm';

const IN_A_WORKER = `(SELECT current_setting('app.scope', true) = 'worker')`;

/**
 * Workers see proposals that are open or have expired, and may turn the ones into the others: they decide nothing,
 * whatever their statement says. The policies are added to the existing ones, so that the table is never without any.
 */
export class LetWorkersExpireProposals1795403400002 implements MigrationInterface {
  name = 'LetWorkersExpireProposals1795403400002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.down(queryRunner);
    await queryRunner.query(
      `CREATE POLICY approvals_seen_by_workers ON approvals FOR SELECT
       USING (${IN_A_WORKER} AND state IN ('open', 'expired'))`,
    );
    await queryRunner.query(
      `CREATE POLICY approvals_expired_by_workers ON approvals FOR UPDATE
       USING (${IN_A_WORKER} AND state = 'open') WITH CHECK (${IN_A_WORKER} AND state = 'expired')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP POLICY IF EXISTS approvals_seen_by_workers ON approvals');
    await queryRunner.query('DROP POLICY IF EXISTS approvals_expired_by_workers ON approvals');
  }
}
