import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What must be provable later: consents and acts, hash-chained and unchangeable. */
export class CreateEvidence1795132800003 implements MigrationInterface {
  name = 'CreateEvidence1795132800003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await createConsentEvidence(queryRunner);
    await createAuditLog(queryRunner);
    await queryRunner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of APPEND_ONLY_TABLES) {
      // Triggers bind the owner too, whom missing privileges would not stop.
      await queryRunner.query(`
        CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
      await queryRunner.query(`
        CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of APPEND_ONLY_TABLES) {
      await queryRunner.query(`DROP TRIGGER ${table}_no_truncate ON ${table}`);
      await queryRunner.query(`DROP TRIGGER ${table}_append_only ON ${table}`);
    }
    await queryRunner.query('DROP FUNCTION refuse_change()');
    await queryRunner.query('DROP TABLE audit_log');
    await queryRunner.query('DROP TABLE consent_evidence');
  }
}

const APPEND_ONLY_TABLES = ['wallet_entries', 'consent_evidence', 'audit_log'];

async function createConsentEvidence(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE consent_evidence (
      client_id uuid NOT NULL CONSTRAINT consent_evidence_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      evidence_no integer NOT NULL,
      verification_id uuid NOT NULL
        CONSTRAINT consent_evidence_verification_id_fkey REFERENCES verifications ON DELETE RESTRICT,
      service_code varchar(40) NOT NULL,
      subject_hash bytea NOT NULL,
      purpose varchar(500) NOT NULL,
      authority_confirmed boolean NOT NULL,
      charge_approved boolean NOT NULL,
      biometric_consent boolean NOT NULL,
      credits integer NOT NULL,
      credits_approved integer,
      price_release varchar(20) NOT NULL,
      recorded_by varchar(40) NOT NULL,
      channel varchar(16) NOT NULL,
      recorded_at timestamptz(3) NOT NULL,
      previous_hash bytea NOT NULL,
      hash bytea NOT NULL,
      CONSTRAINT consent_evidence_pkey PRIMARY KEY (client_id, evidence_no)
    )`);
  await queryRunner.query(`
    CREATE UNIQUE INDEX consent_evidence_verification_id ON consent_evidence (verification_id)`);
}

async function createAuditLog(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE audit_log (
      entry_no integer NOT NULL CONSTRAINT audit_log_pkey PRIMARY KEY,
      recorded_at timestamptz(3) NOT NULL,
      actor varchar(40) NOT NULL,
      action varchar(60) NOT NULL,
      target varchar(60) NOT NULL,
      ip_address varchar(45),
      details jsonb NOT NULL DEFAULT '{}',
      previous_hash bytea NOT NULL,
      hash bytea NOT NULL
    )`);
  await queryRunner.query('CREATE INDEX audit_log_target_idx ON audit_log (target, entry_no)');
  await queryRunner.query('CREATE INDEX audit_log_actor_idx ON audit_log (actor, entry_no)');
}
