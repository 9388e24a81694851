import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker processes, and when each was last heard from: a call of a dead one can no longer be sent. */
export class CreateWorkers1795305600010 implements MigrationInterface {
  name = 'CreateWorkers1795305600010';

  async up(queryRunner: QueryRunner): Promise<void> {
    // provider_calls.worker names a row here. No foreign key: workers of earlier releases have none, and calls assumed
    // after a restore name no worker at all.
    await queryRunner.query(`
      CREATE TABLE workers (
        id varchar(100) COLLATE "C" NOT NULL CONSTRAINT workers_pkey PRIMARY KEY,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        beat_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE workers');
  }
}
