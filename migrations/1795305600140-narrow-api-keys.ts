import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies } from './row-policies.js';

/**
 * The scopes and allowed networks of a key, and its previous secrets while they are accepted. Existing keys, and those
 * created by a process of the previous release, can still do everything keys could: hence the default.
 */
export class NarrowApiKeys1795305600140 implements MigrationInterface {
  name = 'NarrowApiKeys1795305600140';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{submit,read,wallet}',
        ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`
      CREATE TABLE replaced_api_keys (
        key_hash bytea NOT NULL CONSTRAINT replaced_api_keys_pkey PRIMARY KEY
          CONSTRAINT replaced_api_keys_hash_length CHECK (octet_length(key_hash) = 32),
        api_key_id uuid NOT NULL
          CONSTRAINT replaced_api_keys_api_key_id_fkey REFERENCES api_keys ON DELETE RESTRICT,
        client_id uuid NOT NULL
          CONSTRAINT replaced_api_keys_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        ends_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(
      'CREATE INDEX replaced_api_keys_api_key_id_idx ON replaced_api_keys (api_key_id, ends_at)',
    );
    await createPolicies(queryRunner, 'replaced_api_keys', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'operator'],
      readers: ['sign_in'],
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE replaced_api_keys');
    await queryRunner.query('ALTER TABLE api_keys DROP COLUMN allowed_addresses, DROP COLUMN scopes');
  }
}
