import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, type RowPolicies } from './row-policies.js';

/** As for accounts: a user signing in is looked up before the caller is known. */
const OF_ACCOUNT: RowPolicies = {
  ofClients: BY_CLIENT_ID,
  purposes: ['staff', 'operator'],
  readers: ['sign_in'],
};

/**
 * Sessions, and the second factors with which people prove their identity besides the password. A process of the
 * previous release does not ask for a second factor, so they only take effect once the last of those has stopped.
 */
export class CreateSessions1795305600120 implements MigrationInterface {
  name = 'CreateSessions1795305600120';

  async up(queryRunner: QueryRunner): Promise<void> {
    await createSessions(queryRunner);
    await createSecondFactors(queryRunner);
    await queryRunner.query(
      'ALTER TABLE clients ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false',
    );
    for (const table of ['sessions', 'second_factors', 'recovery_codes']) {
      await createPolicies(queryRunner, table, OF_ACCOUNT);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients DROP COLUMN require_second_factor');
    await queryRunner.query('DROP TABLE recovery_codes');
    await queryRunner.query('DROP TABLE second_factors');
    await queryRunner.query('DROP TABLE sessions');
  }
}

/** The id is that of the token, which all tokens of a self-renewing session share. */
async function createSessions(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE sessions (
      id uuid NOT NULL CONSTRAINT sessions_pkey PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
      client_id uuid,
      kind varchar(8) NOT NULL CONSTRAINT sessions_kind CHECK (kind IN ('portal', 'api')),
      token_version integer NOT NULL,
      device varchar(80) NOT NULL,
      ip_address varchar(45),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      password_at timestamptz(3),
      second_factor_at timestamptz(3)
    )`);
  await queryRunner.query('CREATE INDEX sessions_user_id_idx ON sessions (user_id)');
  await queryRunner.query('CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)');
}

/**
 * The time step of a used TOTP code is stored, so that it works only once; a passkey has a counter, which reveals a
 * copy.
 */
async function createSecondFactors(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE second_factors (
      id uuid NOT NULL CONSTRAINT second_factors_pkey PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT second_factors_user_id_fkey REFERENCES users ON DELETE CASCADE,
      client_id uuid,
      kind varchar(8) NOT NULL,
      name varchar(100) NOT NULL
        CONSTRAINT second_factors_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
      secret_sealed bytea,
      used_steps integer[] NOT NULL DEFAULT '{}',
      credential_id bytea,
      public_key bytea,
      sign_count bigint NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3),
      CONSTRAINT second_factors_kind CHECK (CASE kind
        WHEN 'totp' THEN secret_sealed IS NOT NULL AND num_nonnulls(credential_id, public_key) = 0
        WHEN 'passkey' THEN secret_sealed IS NULL AND num_nonnulls(credential_id, public_key) = 2
        ELSE false END)
    )`);
  await queryRunner.query('CREATE INDEX second_factors_user_id_idx ON second_factors (user_id)');
  await queryRunner.query(
    'CREATE UNIQUE INDEX second_factors_credential_id_key ON second_factors (credential_id)',
  );
  // A plain hash is enough: a code is 80 random bits.
  await queryRunner.query(`
    CREATE TABLE recovery_codes (
      code_hash bytea NOT NULL CONSTRAINT recovery_codes_pkey PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES users ON DELETE CASCADE,
      client_id uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await queryRunner.query('CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id)');
}
