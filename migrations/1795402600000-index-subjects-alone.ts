import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * The keyed hashes of a subject and of a name are made with the client, so two clients never share one: the hash alone
 * finds what it found together with the client, in an entry that is 16 bytes shorter. Each verification has one, and
 * gets it again when it is settled. With the client in the index, statements had to name it in a form that other indexes
 * serve as well. The previous release, which does, finds its rows here too.
 */
export class IndexSubjectsAlone1795402600000 implements MigrationInterface {
  name = 'IndexSubjectsAlone1795402600000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(queryRunner, 'verifications_of_subject_idx', 'ON verifications (subject_hash)');
    await buildIndex(
      queryRunner,
      'verifications_of_name_idx',
      'ON verifications (name_hash) WHERE name_hash IS NOT NULL',
    );
    await dropIndexes(queryRunner, 'verifications_subject_hash_idx', 'verifications_name_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_subject_hash_idx',
      'ON verifications (client_id, subject_hash)',
    );
    await buildIndex(
      queryRunner,
      'verifications_name_idx',
      'ON verifications (client_id, name_hash) WHERE name_hash IS NOT NULL',
    );
    await dropIndexes(queryRunner, 'verifications_of_subject_idx', 'verifications_of_name_idx');
  }
}
