import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, removePolicies } from './row-policies.js';

const TABLES = ['batches', 'batch_rows'] as const;

/** Batches and their rows are visible to their client, and to those who process them. */
export class SecureBatches1795305600181 implements MigrationInterface {
  name = 'SecureBatches1795305600181';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await createPolicies(queryRunner, table, {
        ofClients: BY_CLIENT_ID,
        purposes: ['staff', 'worker', 'operator'],
      });
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await removePolicies(queryRunner, table);
  }
}
