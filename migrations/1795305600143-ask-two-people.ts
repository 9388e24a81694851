import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPolicies } from './row-policies.js';

/**
 * Acts that one person proposes and another approves: the database itself refuses an approval of one's own proposal.
 */
export class AskTwoPeople1795305600143 implements MigrationInterface {
  name = 'AskTwoPeople1795305600143';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE approvals (
        id uuid NOT NULL CONSTRAINT approvals_pkey PRIMARY KEY,
        act varchar(16) NOT NULL,
        client_id uuid NOT NULL CONSTRAINT approvals_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        request_id uuid,
        idempotency_key varchar(255),
        summary jsonb NOT NULL,
        payload jsonb,
        state varchar(16) NOT NULL,
        proposed_by uuid NOT NULL CONSTRAINT approvals_proposed_by_fkey REFERENCES users ON DELETE RESTRICT,
        proposed_at timestamptz(3) NOT NULL,
        decided_by uuid CONSTRAINT approvals_decided_by_fkey REFERENCES users ON DELETE RESTRICT,
        decided_at timestamptz(3),
        failure varchar(500),
        CONSTRAINT approvals_state CHECK (state IN ('open', 'approved', 'declined', 'failed')),
        CONSTRAINT approvals_decided CHECK (
          (state = 'open') = (decided_by IS NULL AND decided_at IS NULL) AND (state = 'open') = (payload IS NOT NULL)),
        CONSTRAINT approvals_two_people CHECK (state NOT IN ('approved', 'failed') OR decided_by <> proposed_by)
      )`);
    // The same act can be proposed only once at a time.
    await queryRunner.query(`
      CREATE UNIQUE INDEX approvals_open_credits ON approvals (client_id, idempotency_key COLLATE "C")
      WHERE state = 'open' AND idempotency_key IS NOT NULL`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX approvals_open_request ON approvals (request_id)
      WHERE state = 'open' AND request_id IS NOT NULL`);
    await createPolicies(queryRunner, 'approvals', { purposes: ['staff', 'operator'] });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE approvals');
  }
}
