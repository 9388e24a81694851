import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The logo at the top of a client's reports. In a table of its own, because hardly any reader of a client needs its
 * quarter of a megabyte, and for live sides only: the test side shows the logo of its organisation.
 */
export class CreateClientLogos1795401300000 implements MigrationInterface {
  name = 'CreateClientLogos1795401300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE client_logos (
        client_id uuid NOT NULL CONSTRAINT client_logos_pkey PRIMARY KEY
          CONSTRAINT client_logos_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        picture bytea NOT NULL,
        media_type varchar(10) COLLATE "C" NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        digest bytea NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT client_logos_of_live CHECK (substr(client_id::text, 15, 1) <> '8'),
        CONSTRAINT client_logos_picture_size CHECK (octet_length(picture) BETWEEN 1 AND 262144),
        CONSTRAINT client_logos_media_type CHECK (media_type IN ('image/png', 'image/jpeg')),
        CONSTRAINT client_logos_sides CHECK (width BETWEEN 1 AND 2000 AND height BETWEEN 1 AND 2000),
        CONSTRAINT client_logos_digest CHECK (digest = sha256(picture))
      )`);
    // PNG and JPEG are already compressed: compressing them again would only take time.
    await queryRunner.query('ALTER TABLE client_logos ALTER COLUMN picture SET STORAGE EXTERNAL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE client_logos');
  }
}
