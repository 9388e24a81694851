import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fills in the named request of existing events, batch by batch, each in its own transaction. */
export class FillNamedRequests1795400600001 implements MigrationInterface {
  name = 'FillNamedRequests1795400600001';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$
      DECLARE
        last uuid := '00000000-0000-0000-0000-000000000000';
        next uuid;
      BEGIN
        LOOP
          SELECT max(id::text)::uuid INTO next
            FROM (SELECT id FROM webhook_events WHERE id > last ORDER BY id LIMIT 5000) AS batch;
          EXIT WHEN next IS NULL;
          UPDATE webhook_events SET named_request = data->>'request_id'
            WHERE id > last AND id <= next AND data->>'reference' IS NOT NULL AND named_request IS NULL;
          COMMIT;
          last := next;
        END LOOP;
      END $$`);
  }

  /** The previous migration drops the column. */
  async down(): Promise<void> {}
}
