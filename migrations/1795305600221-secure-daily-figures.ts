import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, removePolicies } from './row-policies.js';

/** Clients see their own figures and staff see all; only the worker writes them. */
export class SecureDailyFigures1795305600221 implements MigrationInterface {
  name = 'SecureDailyFigures1795305600221';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['daily_figures', 'daily_turnarounds']) {
      await createPolicies(queryRunner, table, {
        ofClients: BY_CLIENT_ID,
        purposes: ['worker', 'operator'],
        readers: ['staff'],
      });
    }
    await createPolicies(queryRunner, 'figure_positions', { purposes: ['worker', 'operator'] });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removePolicies(queryRunner, 'figure_positions');
    await removePolicies(queryRunner, 'daily_turnarounds');
    await removePolicies(queryRunner, 'daily_figures');
  }
}
