import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An event containing the client's own reference has its request's id in a column, by which an erasure finds it. Under
 * row-level security an index on data->>… is not used: before the policies, PostgreSQL runs only functions marked
 * leakproof. Maintained by a trigger, so that events of the previous release have it too.
 */
export class NameRequestsOfEvents1795400600000 implements MigrationInterface {
  name = 'NameRequestsOfEvents1795400600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_events ADD COLUMN named_request varchar(40)');
    await queryRunner.query(`
      CREATE FUNCTION name_request() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.named_request := NEW.data->>'request_id';
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER webhook_events_named BEFORE INSERT ON webhook_events FOR EACH ROW
      WHEN (NEW.data->>'reference' IS NOT NULL) EXECUTE FUNCTION name_request()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER webhook_events_named ON webhook_events');
    await queryRunner.query('DROP FUNCTION name_request()');
    await queryRunner.query('ALTER TABLE webhook_events DROP COLUMN named_request');
  }
}
