import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys with which a client's machines call the API. */
export class CreateApiKeys1795132800011 implements MigrationInterface {
  name = 'CreateApiKeys1795132800011';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Only a hash is stored: nobody can use a key by reading the database or a backup.
    await queryRunner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL CONSTRAINT api_keys_pkey PRIMARY KEY,
        client_id uuid NOT NULL CONSTRAINT api_keys_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        name varchar(100) NOT NULL CONSTRAINT api_keys_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
        prefix varchar(16) NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT api_keys_hash_length CHECK (octet_length(key_hash) = 32),
        created_by uuid NOT NULL CONSTRAINT api_keys_created_by_fkey REFERENCES users ON DELETE RESTRICT,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3)
      )`);
    await queryRunner.query('CREATE UNIQUE INDEX api_keys_key_hash ON api_keys (key_hash)');
    // Revoked keys are kept, because consent evidence names them; only the others are listed and counted for a client.
    await queryRunner.query(
      'CREATE INDEX api_keys_client_id_idx ON api_keys (client_id, id) WHERE revoked_at IS NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE api_keys');
  }
}
