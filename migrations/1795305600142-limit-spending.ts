import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies } from './row-policies.js';

/** How much a client, or one of its users or keys, may spend per day and month, and how much it has spent. */
export class LimitSpending1795305600142 implements MigrationInterface {
  name = 'LimitSpending1795305600142';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE spending_limits (
        client_id uuid NOT NULL CONSTRAINT spending_limits_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        subject_id uuid NOT NULL,
        limit_of varchar(16) NOT NULL,
        per_day integer CONSTRAINT spending_limits_per_day CHECK (per_day >= 0),
        per_month integer CONSTRAINT spending_limits_per_month CHECK (per_month >= 0),
        CONSTRAINT spending_limits_pkey PRIMARY KEY (client_id, subject_id)
      )`);
    await queryRunner.query(`
      CREATE TABLE spending (
        client_id uuid NOT NULL,
        subject_id uuid NOT NULL,
        period varchar(8) COLLATE "C" NOT NULL,
        starts_on date NOT NULL,
        credits integer NOT NULL CONSTRAINT spending_credits CHECK (credits >= 0),
        CONSTRAINT spending_pkey PRIMARY KEY (client_id, subject_id, period, starts_on),
        CONSTRAINT spending_limit_fkey FOREIGN KEY (client_id, subject_id) REFERENCES spending_limits ON DELETE RESTRICT
      )`);
    for (const table of ['spending_limits', 'spending']) {
      await createPolicies(queryRunner, table, {
        ofClients: BY_CLIENT_ID,
        purposes: ['staff', 'worker', 'operator'],
      });
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE spending');
    await queryRunner.query('DROP TABLE spending_limits');
  }
}
