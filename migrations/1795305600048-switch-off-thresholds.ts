import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A client without a threshold gets no notice of a low balance (contract 17). Processes of the previous release compare
 * with null as if it were 0, and no balance is ever below that.
 */
export class SwitchOffThresholds1795305600048 implements MigrationInterface {
  name = 'SwitchOffThresholds1795305600048';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients ALTER COLUMN low_balance_threshold DROP NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'UPDATE clients SET low_balance_threshold = 0 WHERE low_balance_threshold IS NULL',
    );
    await queryRunner.query('ALTER TABLE clients ALTER COLUMN low_balance_threshold SET NOT NULL');
  }
}
