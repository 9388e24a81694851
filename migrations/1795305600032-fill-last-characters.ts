import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fills in the last four characters of existing rows, batch by batch, each in its own transaction. */
export class FillLastCharacters1795305600032 implements MigrationInterface {
  name = 'FillLastCharacters1795305600032';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$
      DECLARE
        last uuid := '00000000-0000-0000-0000-000000000000';
        next uuid;
      BEGIN
        LOOP
          SELECT max(id::text)::uuid INTO next
            FROM (SELECT id FROM verifications WHERE id > last ORDER BY id LIMIT 5000) AS batch;
          EXIT WHEN next IS NULL;
          UPDATE verifications SET subject_last4 = right(subject_masked, 4)
            WHERE id > last AND id <= next AND subject_last4 IS NULL;
          COMMIT;
          last := next;
        END LOOP;
      END $$`);
  }

  /** The previous migration drops the column. */
  async down(): Promise<void> {}
}
