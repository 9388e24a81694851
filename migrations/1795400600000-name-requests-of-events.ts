import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An event that says what the client calls its request bears the request's id in a column, by which an erasure finds it. Under
 * row-level security an index over data->>… finds nothing: PostgreSQL runs no function before the policies that it does not
 * know to keep quiet about its values. A trigger, so that events of the release before have it too.
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
