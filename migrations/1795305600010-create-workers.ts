import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worker processes there have been, and when each was last heard of: a call of a dead one is sent no more. */
export class CreateWorkers1795305600010 implements MigrationInterface {
  name = 'CreateWorkers1795305600010';

  async up(queryRunner: QueryRunner): Promise<void> {
    // provider_calls.worker names a row here. No foreign key: workers of earlier releases have none, and calls that were
    // assumed after a restore name no worker at all.
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
