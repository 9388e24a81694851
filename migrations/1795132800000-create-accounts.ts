import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts: who may act, and who pays. */
export class CreateAccounts1795132800000 implements MigrationInterface {
  name = 'CreateAccounts1795132800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE clients (
        id uuid NOT NULL CONSTRAINT clients_pkey PRIMARY KEY,
        name varchar(200) NOT NULL CONSTRAINT clients_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
        suspended boolean NOT NULL DEFAULT false,
        low_balance_threshold integer NOT NULL DEFAULT 0
          CONSTRAINT clients_threshold_not_negative CHECK (low_balance_threshold >= 0),
        retention_days integer CONSTRAINT clients_retention_range CHECK (retention_days BETWEEN 1 AND 3650),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // A client user without a client, or a staff member with one, would see either nothing or too much.
    await queryRunner.query(`
      CREATE TABLE users (
        id uuid NOT NULL CONSTRAINT users_pkey PRIMARY KEY,
        client_id uuid CONSTRAINT users_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        email varchar(254) NOT NULL CONSTRAINT users_email_lower_case CHECK (email = lower(email)),
        password_hash varchar(200) NOT NULL,
        role varchar(16) NOT NULL CONSTRAINT users_role CHECK (role IN ('client', 'support', 'admin')),
        suspended boolean NOT NULL DEFAULT false,
        must_change_password boolean NOT NULL DEFAULT false,
        token_version integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT users_client_matches_role CHECK ((role = 'client') = (client_id IS NOT NULL))
      )`);
    await queryRunner.query('CREATE UNIQUE INDEX users_email_key ON users (email)');
    await queryRunner.query('CREATE INDEX users_client_id_idx ON users (client_id)');
    await queryRunner.query(`
      CREATE TABLE revoked_tokens (
        jti uuid NOT NULL CONSTRAINT revoked_tokens_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT revoked_tokens_user_id_fkey REFERENCES users ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX revoked_tokens_expires_at_idx ON revoked_tokens (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE revoked_tokens');
    await queryRunner.query('DROP TABLE users');
    await queryRunner.query('DROP TABLE clients');
  }
}
