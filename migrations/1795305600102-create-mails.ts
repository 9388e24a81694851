import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outgoing mails, invitations and password resets, and what a team shows about its people (contract 11). */
export class CreateMails1795305600102 implements MigrationInterface {
  name = 'CreateMails1795305600102';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN name varchar(200),
        ADD COLUMN last_seen_at timestamptz(3),
        ADD COLUMN removed_at timestamptz(3),
        ADD COLUMN unwanted_mails text[] NOT NULL DEFAULT '{}'`);
    await createMails(queryRunner);
    await createInvitations(queryRunner);
    await queryRunner.query(`
      CREATE TABLE password_resets (
        id uuid NOT NULL CONSTRAINT password_resets_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users ON DELETE CASCADE,
        client_id uuid CONSTRAINT password_resets_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        token_hash bytea NOT NULL CONSTRAINT password_resets_token_hash_length CHECK (octet_length(token_hash) = 32),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await queryRunner.query(
      'CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets (token_hash)',
    );
    await queryRunner.query(
      'CREATE INDEX password_resets_user_id_idx ON password_resets (user_id, created_at)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE password_resets');
    await queryRunner.query('DROP TABLE invitations');
    await queryRunner.query('DROP TABLE mails');
    await queryRunner.query(`
      ALTER TABLE users
        DROP COLUMN unwanted_mails,
        DROP COLUMN removed_at,
        DROP COLUMN last_seen_at,
        DROP COLUMN name`);
  }
}

async function createMails(queryRunner: QueryRunner): Promise<void> {
  // To an address, to a person or, with neither, to everyone in the client's team whom it concerns.
  await queryRunner.query(`
    CREATE TABLE mails (
      id uuid NOT NULL CONSTRAINT mails_pkey PRIMARY KEY,
      client_id uuid CONSTRAINT mails_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      user_id uuid CONSTRAINT mails_user_id_fkey REFERENCES users ON DELETE CASCADE,
      email varchar(254),
      kind varchar(40) NOT NULL,
      data jsonb NOT NULL DEFAULT '{}',
      secret_sealed bytea,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
      attempt_count integer NOT NULL DEFAULT 0,
      status varchar(16) NOT NULL DEFAULT 'pending'
        CONSTRAINT mails_status CHECK (status IN ('pending', 'sent', 'failed', 'dropped')),
      last_error varchar(200),
      CONSTRAINT mails_has_recipient CHECK (num_nonnulls(client_id, user_id, email) > 0)
    )`);
  await queryRunner.query(`CREATE INDEX mails_due_idx ON mails (next_attempt_at) WHERE status = 'pending'`);
  await queryRunner.query('CREATE INDEX mails_created_at_idx ON mails (created_at)');
}

async function createInvitations(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE invitations (
      id uuid NOT NULL CONSTRAINT invitations_pkey PRIMARY KEY,
      client_id uuid NOT NULL CONSTRAINT invitations_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      email varchar(254) COLLATE "C" NOT NULL,
      name varchar(200),
      role varchar(16) NOT NULL
        CONSTRAINT invitations_role CHECK (role IN ('owner', 'submitter', 'viewer', 'developer')),
      token_hash bytea NOT NULL CONSTRAINT invitations_token_hash_length CHECK (octet_length(token_hash) = 32),
      invited_by varchar(40) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      accepted_by uuid CONSTRAINT invitations_accepted_by_fkey REFERENCES users ON DELETE RESTRICT,
      withdrawn_at timestamptz(3)
    )`);
  await queryRunner.query('CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash)');
  await queryRunner.query(`
    CREATE UNIQUE INDEX invitations_open_key ON invitations (client_id, email)
      WHERE accepted_by IS NULL AND withdrawn_at IS NULL`);
}
