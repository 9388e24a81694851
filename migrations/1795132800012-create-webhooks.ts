import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks: the endpoints, the staged events and their deliveries. */
export class CreateWebhooks1795132800012 implements MigrationInterface {
  name = 'CreateWebhooks1795132800012';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Read together with the wallet's lock, which everything that causes an event takes anyway: clients without
    // webhooks cost no query and no row.
    await queryRunner.query(`ALTER TABLE wallets ADD webhook_events text[] NOT NULL DEFAULT '{}'`);
    await createEndpoints(queryRunner);
    await createEvents(queryRunner);
    await createDeliveries(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE webhook_deliveries');
    await queryRunner.query('DROP TABLE webhook_events');
    await queryRunner.query('DROP TABLE webhook_endpoints');
    await queryRunner.query('ALTER TABLE wallets DROP COLUMN webhook_events');
  }
}

async function createEndpoints(queryRunner: QueryRunner): Promise<void> {
  // A deleted endpoint is kept, because the audit log names it, but its secrets are deleted.
  await queryRunner.query(`
    CREATE TABLE webhook_endpoints (
      id uuid NOT NULL CONSTRAINT webhook_endpoints_pkey PRIMARY KEY,
      client_id uuid NOT NULL CONSTRAINT webhook_endpoints_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      url varchar(2048) NOT NULL,
      events text[] NOT NULL,
      enabled boolean NOT NULL DEFAULT true,
      secret_sealed bytea,
      previous_secret_sealed bytea,
      previous_secret_until timestamptz(3),
      created_by uuid NOT NULL CONSTRAINT webhook_endpoints_created_by_fkey REFERENCES users ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      due_at timestamptz(3),
      failing_since timestamptz(3),
      consecutive_failures integer NOT NULL DEFAULT 0,
      hold_until timestamptz(3),
      CONSTRAINT webhook_endpoints_some_events CHECK (cardinality(events) > 0),
      CONSTRAINT webhook_endpoints_secret_until_deleted CHECK ((secret_sealed IS NULL) = (deleted_at IS NOT NULL)),
      CONSTRAINT webhook_endpoints_previous_secret_ends CHECK (
        (previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)),
      CONSTRAINT webhook_endpoints_deleted_is_quiet CHECK (
        deleted_at IS NULL OR (NOT enabled AND due_at IS NULL AND previous_secret_sealed IS NULL))
    )`);
  await queryRunner.query(
    'CREATE INDEX webhook_endpoints_client_id_idx ON webhook_endpoints (client_id, id) WHERE deleted_at IS NULL',
  );
  await queryRunner.query(
    'CREATE INDEX webhook_endpoints_due_idx ON webhook_endpoints (due_at) WHERE due_at IS NOT NULL',
  );
}

async function createEvents(queryRunner: QueryRunner): Promise<void> {
  // Written in the transaction that causes the event, so that neither exists without the other.
  await queryRunner.query(`
    CREATE TABLE webhook_events (
      id uuid NOT NULL CONSTRAINT webhook_events_pkey PRIMARY KEY,
      client_id uuid NOT NULL CONSTRAINT webhook_events_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      type varchar(40) NOT NULL,
      data jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      fanned_out_at timestamptz(3)
    )`);
  await queryRunner.query(
    'CREATE INDEX webhook_events_staged_idx ON webhook_events (id) WHERE fanned_out_at IS NULL',
  );
  await queryRunner.query('CREATE INDEX webhook_events_created_at_idx ON webhook_events (created_at)');
}

async function createDeliveries(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE webhook_deliveries (
      id uuid NOT NULL CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
      endpoint_id uuid NOT NULL
        CONSTRAINT webhook_deliveries_endpoint_id_fkey REFERENCES webhook_endpoints ON DELETE RESTRICT,
      event_id uuid NOT NULL
        CONSTRAINT webhook_deliveries_event_id_fkey REFERENCES webhook_events ON DELETE CASCADE,
      status varchar(16) NOT NULL DEFAULT 'pending',
      attempt_count integer NOT NULL DEFAULT 0,
      attempts jsonb NOT NULL DEFAULT '[]',
      next_attempt_at timestamptz(3) NOT NULL,
      retry_until timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      delivered_at timestamptz(3),
      CONSTRAINT webhook_deliveries_status CHECK (status IN ('pending', 'delivered', 'failed')),
      CONSTRAINT webhook_deliveries_delivered_has_moment CHECK (status <> 'delivered' OR delivered_at IS NOT NULL)
    )`);
  // An event goes to an endpoint once, however often the fan-out runs; the purge uses this index, too.
  await queryRunner.query(
    'CREATE UNIQUE INDEX webhook_deliveries_event_endpoint ON webhook_deliveries (event_id, endpoint_id)',
  );
  await queryRunner.query('CREATE INDEX webhook_deliveries_log_idx ON webhook_deliveries (endpoint_id, id)');
  await queryRunner.query(`
    CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, next_attempt_at)
    WHERE status = 'pending'`);
}
