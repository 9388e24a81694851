import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** Finds the acts of a period, and acts of one kind, without reading the whole audit log. */
export class IndexAuditLog1795132800050 implements MigrationInterface {
  name = 'IndexAuditLog1795132800050';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(queryRunner, 'audit_log_recorded_at_idx', 'ON audit_log (recorded_at, entry_no)');
    await buildIndex(queryRunner, 'audit_log_action_idx', 'ON audit_log (action, entry_no)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'audit_log_action_idx', 'audit_log_recorded_at_idx');
  }
}
