import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPolicies, removePolicies } from './row-policies.js';

const TABLES = ['figure_totals', 'turnaround_totals', 'running_totals'];

/** Clients see no totals: they are everybody's, or for the staff's list of clients. */
export class SecureFigureTotals1795403200001 implements MigrationInterface {
  name = 'SecureFigureTotals1795403200001';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await createPolicies(queryRunner, table, { purposes: ['worker', 'operator'], readers: ['staff'] });
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await removePolicies(queryRunner, table);
  }
}
