import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_TEST = (id: string): string => `substr(${id}::text, 15, 1) = '8'`;

/**
 * The test side of a client is a row of its own, created when first needed. It is recognisable by its id, so that a
 * call can be tied to the right provider within its own row: whatever the code does, a test check never reaches the
 * real provider, and a live one never the simulator. Processes of the previous release create neither.
 */
export class AddTestSides1795305600161 implements MigrationInterface {
  name = 'AddTestSides1795305600161';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE clients
        ADD COLUMN mode varchar(4) NOT NULL DEFAULT 'live',
        ADD COLUMN live_client_id uuid,
        ADD CONSTRAINT clients_live_client_id_fkey FOREIGN KEY (live_client_id) REFERENCES clients (id) ON DELETE RESTRICT,
        ADD CONSTRAINT clients_mode CHECK (mode IN ('live', 'test')),
        ADD CONSTRAINT clients_mode_in_id CHECK ((mode = 'test') = (${IS_TEST('id')})),
        ADD CONSTRAINT clients_test_side_of_live CHECK ((mode = 'test') = (live_client_id IS NOT NULL))`);
    // NOT VALID: no scan under the lock; the next migration validates existing rows.
    await queryRunner.query(`
      ALTER TABLE provider_calls ADD CONSTRAINT provider_calls_provider_of_mode
        CHECK ((provider = 'simulator') = (${IS_TEST('client_id')})) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_calls DROP CONSTRAINT provider_calls_provider_of_mode');
    await queryRunner.query(`
      ALTER TABLE clients
        DROP CONSTRAINT clients_test_side_of_live, DROP CONSTRAINT clients_mode_in_id, DROP CONSTRAINT clients_mode,
        DROP COLUMN live_client_id, DROP COLUMN mode`);
  }
}
