import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The credits: one wallet per client, and the append-only lines that explain it. */
export class CreateLedger1795132800002 implements MigrationInterface {
  name = 'CreateLedger1795132800002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE wallets (
        client_id uuid NOT NULL CONSTRAINT wallets_pkey PRIMARY KEY
          CONSTRAINT wallets_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        balance integer NOT NULL DEFAULT 0,
        reserved integer NOT NULL DEFAULT 0,
        last_entry_no integer NOT NULL DEFAULT 0,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT wallets_reserved_within_balance CHECK (0 <= reserved AND reserved <= balance)
      )`);
    await queryRunner.query(`
      CREATE TABLE wallet_entries (
        client_id uuid NOT NULL CONSTRAINT wallet_entries_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        entry_no integer NOT NULL,
        id uuid NOT NULL,
        kind varchar(16) NOT NULL,
        amount integer NOT NULL,
        balance_delta integer NOT NULL,
        reserved_delta integer NOT NULL,
        balance_after integer NOT NULL,
        reserved_after integer NOT NULL,
        verification_id uuid
          CONSTRAINT wallet_entries_verification_id_fkey REFERENCES verifications ON DELETE RESTRICT,
        idempotency_key varchar(255),
        note varchar(500),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT wallet_entries_pkey PRIMARY KEY (client_id, entry_no),
        CONSTRAINT wallet_entries_deltas_follow_kind CHECK (CASE kind
          WHEN 'top_up' THEN amount > 0 AND balance_delta = amount AND reserved_delta = 0
          WHEN 'adjustment' THEN amount <> 0 AND balance_delta = amount AND reserved_delta = 0
          WHEN 'reserve' THEN amount > 0 AND balance_delta = 0 AND reserved_delta = amount
          WHEN 'charge' THEN amount > 0 AND balance_delta = -amount AND reserved_delta = -amount
          WHEN 'release' THEN amount > 0 AND balance_delta = 0 AND reserved_delta = -amount
          ELSE false
        END),
        CONSTRAINT wallet_entries_verification_follows_kind CHECK (
          (kind IN ('reserve', 'charge', 'release')) = (verification_id IS NOT NULL)),
        CONSTRAINT wallet_entries_reserved_within_balance CHECK (
          0 <= reserved_after AND reserved_after <= balance_after)
      )`);
    await queryRunner.query('CREATE UNIQUE INDEX wallet_entries_id_key ON wallet_entries (id)');
    // A verification reserves once and is settled once, as a charge or as a release, whoever else tries.
    await queryRunner.query(`
      CREATE UNIQUE INDEX wallet_entries_one_reserve ON wallet_entries (client_id, verification_id)
      WHERE kind = 'reserve'`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX wallet_entries_settled_once ON wallet_entries (client_id, verification_id)
      WHERE kind IN ('charge', 'release')`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX wallet_entries_idempotency_key ON wallet_entries (client_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE wallet_entries');
    await queryRunner.query('DROP TABLE wallets');
  }
}
