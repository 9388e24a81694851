import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies } from './row-policies.js';

/** Who opened what about a client's subjects, in one hash chain per client, unchangeable. */
export class CreateAccessLog1795305600141 implements MigrationInterface {
  name = 'CreateAccessLog1795305600141';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE access_log (
        client_id uuid NOT NULL CONSTRAINT access_log_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        entry_no integer NOT NULL,
        recorded_at timestamptz(3) NOT NULL,
        actor_kind varchar(16) NOT NULL,
        actor_id uuid,
        act varchar(16) NOT NULL,
        verification_id uuid,
        channel varchar(16) NOT NULL,
        ip_address varchar(45),
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL,
        CONSTRAINT access_log_pkey PRIMARY KEY (client_id, entry_no)
      )`);
    await queryRunner.query(
      'CREATE INDEX access_log_verification_id_idx ON access_log (client_id, verification_id, entry_no)',
    );
    await queryRunner.query(
      'CREATE INDEX access_log_actor_id_idx ON access_log (client_id, actor_id, entry_no)',
    );
    await queryRunner.query(`
      CREATE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON access_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await queryRunner.query(`
      CREATE TRIGGER access_log_no_truncate BEFORE TRUNCATE ON access_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await createPolicies(queryRunner, 'access_log', {
      ofClients: BY_CLIENT_ID,
      purposes: ['staff', 'worker', 'operator'],
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE access_log');
  }
}
