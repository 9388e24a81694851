import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Keys and e-mail addresses are unique by their bytes. The existing indexes follow the database's collation, which
 * another release of the C library or of ICU may change under them: a key is then not found, and its request is
 * accepted and paid for again. They stay until no process of the previous release runs any more, because those look
 * keys up in them.
 */
export class IndexKeysByBytes1795305600020 implements MigrationInterface {
  name = 'IndexKeysByBytes1795305600020';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    const unique = { unique: true };
    await buildIndex(
      queryRunner,
      'verifications_key_bytes',
      'ON verifications (client_id, idempotency_key COLLATE "C")',
      unique,
    );
    await buildIndex(
      queryRunner,
      'wallet_entries_key_bytes',
      'ON wallet_entries (client_id, idempotency_key COLLATE "C") WHERE idempotency_key IS NOT NULL',
      unique,
    );
    await buildIndex(queryRunner, 'users_email_bytes', 'ON users (email COLLATE "C")', unique);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(
      queryRunner,
      'users_email_bytes',
      'wallet_entries_key_bytes',
      'verifications_key_bytes',
    );
  }
}
