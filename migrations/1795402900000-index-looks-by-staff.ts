import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * A client's proof of an access says nothing of an entry behind a look by staff. Whether there is one was found out by
 * reading the client's log from its beginning: all of it, where staff have never looked.
 */
export class IndexLooksByStaff1795402900000 implements MigrationInterface {
  name = 'IndexLooksByStaff1795402900000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'access_log_by_staff_idx',
      `ON access_log (client_id, entry_no) WHERE actor_kind = 'staff'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'access_log_by_staff_idx');
  }
}
