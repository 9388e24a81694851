import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last four characters of a subject, which lists show, get a column. Under row-level security an index on right(…)
 * is not used: before the policies, PostgreSQL runs only functions marked leakproof. It works like a generated column,
 * but without rewriting the whole table under a lock; maintained by a trigger, so that rows of the previous release
 * have it too.
 */
export class KeepLastCharacters1795305600031 implements MigrationInterface {
  name = 'KeepLastCharacters1795305600031';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE verifications ADD COLUMN subject_last4 varchar(4)');
    await queryRunner.query(`
      CREATE FUNCTION keep_last4() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.subject_last4 := right(NEW.subject_masked, 4);
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER verifications_last4 BEFORE INSERT OR UPDATE OF subject_masked ON verifications
      FOR EACH ROW EXECUTE FUNCTION keep_last4()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER verifications_last4 ON verifications');
    await queryRunner.query('DROP FUNCTION keep_last4()');
    await queryRunner.query('ALTER TABLE verifications DROP COLUMN subject_last4');
  }
}
