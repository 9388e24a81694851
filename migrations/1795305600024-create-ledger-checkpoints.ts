import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each client's ledger was summed, so that the next check reads only what is new. */
export class CreateLedgerCheckpoints1795305600024 implements MigrationInterface {
  name = 'CreateLedgerCheckpoints1795305600024';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_checkpoints (
        client_id uuid NOT NULL CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY
          CONSTRAINT ledger_checkpoints_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        entry_no integer NOT NULL,
        balance integer NOT NULL,
        reserved integer NOT NULL,
        faulty boolean NOT NULL DEFAULT false,
        reread_at timestamptz(3) NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE ledger_checkpoints');
  }
}
