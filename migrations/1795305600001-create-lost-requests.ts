import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests that were acknowledged and then lost, because the database was restored to an earlier point (contract 15).
 * Only their ids are known: which client they belonged to is lost with them.
 */
export class CreateLostRequests1795305600001 implements MigrationInterface {
  name = 'CreateLostRequests1795305600001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE lost_requests (
        id uuid NOT NULL CONSTRAINT lost_requests_pkey PRIMARY KEY,
        history_id uuid NOT NULL CONSTRAINT lost_requests_history_id_fkey
          REFERENCES database_histories ON DELETE RESTRICT,
        acknowledged_at timestamptz(3) NOT NULL,
        found_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE lost_requests');
  }
}
