import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies } from './row-policies.js';

/** The devices and networks people have signed in from, so that they are notified of new ones (contract 11). */
export class KnowDevices1795305600230 implements MigrationInterface {
  name = 'KnowDevices1795305600230';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE known_devices (
        user_id uuid NOT NULL CONSTRAINT known_devices_user_id_fkey REFERENCES users ON DELETE CASCADE,
        client_id uuid,
        mark bytea NOT NULL CONSTRAINT known_devices_mark_length CHECK (octet_length(mark) = 32),
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, mark)
      )`);
    await createPolicies(queryRunner, 'known_devices', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'operator'],
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE known_devices');
  }
}
