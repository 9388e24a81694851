import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When backups were restored and verified: one that was never restored proves nothing. */
export class CreateVerifiedRestores1795400300000 implements MigrationInterface {
  name = 'CreateVerifiedRestores1795400300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE verified_restores (
        id uuid NOT NULL CONSTRAINT verified_restores_pkey PRIMARY KEY,
        verified_at timestamptz(3) NOT NULL DEFAULT now(),
        reaches_to timestamptz(3) NOT NULL,
        held_back integer NOT NULL,
        CONSTRAINT verified_restores_held_back CHECK (held_back >= 0)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE verified_restores');
  }
}
