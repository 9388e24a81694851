import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The acts of a period, and acts of one kind, are found without reading the whole audit log. */
export class IndexAuditLog1795132800050 implements MigrationInterface {
  name = 'IndexAuditLog1795132800050';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX audit_log_recorded_at_idx ON audit_log (recorded_at, entry_no)');
    await queryRunner.query('CREATE INDEX audit_log_action_idx ON audit_log (action, entry_no)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX audit_log_action_idx');
    await queryRunner.query('DROP INDEX audit_log_recorded_at_idx');
  }
}
