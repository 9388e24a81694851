import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The transparency log: tiles of entries and hashes, the positions of records, how far it has come, and its signed
 * head.
 */
export class CreateLog1795305600201 implements MigrationInterface {
  name = 'CreateLog1795305600201';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE log_state (
        id smallint NOT NULL DEFAULT 1 CONSTRAINT log_state_pkey PRIMARY KEY,
        origin varchar(200) NOT NULL,
        secret bytea NOT NULL,
        size integer NOT NULL,
        note text NOT NULL,
        cosigned_size integer NOT NULL DEFAULT 0,
        cosigned_note text,
        audit_no integer NOT NULL DEFAULT 0,
        sealed_at timestamptz(3) NOT NULL,
        CONSTRAINT log_state_one_row CHECK (id = 1)
      )`);
    await queryRunner.query(`
      CREATE TABLE log_tiles (
        level smallint NOT NULL,
        tile_no integer NOT NULL,
        data bytea NOT NULL,
        CONSTRAINT log_tiles_pkey PRIMARY KEY (level, tile_no)
      )`);
    await queryRunner.query(`
      CREATE TABLE log_spans (
        kind varchar(16) COLLATE "C" NOT NULL,
        client_id uuid NOT NULL,
        first_no integer NOT NULL,
        length integer NOT NULL,
        first_index integer NOT NULL,
        CONSTRAINT log_spans_pkey PRIMARY KEY (kind, client_id, first_no)
      )`);
    await queryRunner.query(`
      CREATE TRIGGER log_spans_append_only BEFORE UPDATE OR DELETE ON log_spans
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await queryRunner.query(`
      CREATE TRIGGER log_spans_no_truncate BEFORE TRUNCATE ON log_spans
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await queryRunner.query(`
      CREATE TABLE log_cursors (
        client_id uuid NOT NULL CONSTRAINT log_cursors_pkey PRIMARY KEY
          CONSTRAINT log_cursors_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        wallet_no integer NOT NULL,
        consent_no integer NOT NULL,
        ledger_no integer NOT NULL,
        ledger_hash bytea NOT NULL,
        ledger_at timestamptz(3) NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['log_cursors', 'log_spans', 'log_tiles', 'log_state']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
  }
}
