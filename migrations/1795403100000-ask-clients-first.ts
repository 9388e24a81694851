import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FORMER_NAME, POLICY_NAMES } from './row-policies.js';

/**
 * Renames the policies of clients, so that PostgreSQL asks them first and what clients read costs no more policies than
 * that. What may be seen stays the same.
 */
export class AskClientsFirst1795403100000 implements MigrationInterface {
  name = 'AskClientsFirst1795403100000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await renamePolicies(queryRunner, FORMER_NAME, POLICY_NAMES.ofClients);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await renamePolicies(queryRunner, POLICY_NAMES.ofClients, FORMER_NAME);
  }
}

/** Table by table, each for a moment only. A database made by this release has the new names already. */
async function renamePolicies(queryRunner: QueryRunner, from: string, to: string): Promise<void> {
  await queryRunner.query(`
    DO $$
    DECLARE of_table name;
    BEGIN
      FOR of_table IN
        SELECT tablename FROM pg_policies
        WHERE schemaname = current_schema() AND policyname = tablename || '_${from}'
      LOOP
        EXECUTE format('ALTER POLICY %I ON %I RENAME TO %I', of_table || '_${from}', of_table, of_table || '_${to}');
        COMMIT;
      END LOOP;
    END $$`);
}
