import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The key and certificate the service generates to sign PDF reports. The previous release derives its own and does not
 * know the table; either one's signatures carry its certificate.
 */
export class KeepPdfIdentity1795401700000 implements MigrationInterface {
  name = 'KeepPdfIdentity1795401700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE pdf_identity (
        id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000001'
          CONSTRAINT pdf_identity_pkey PRIMARY KEY,
        pem_sealed bytea NOT NULL,
        made_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pdf_identity_one_row CHECK (id = '00000000-0000-0000-0000-000000000001')
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE pdf_identity');
  }
}
