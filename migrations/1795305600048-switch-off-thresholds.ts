import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A client without a threshold is told of no low balance (contract 17). Processes of the release before compare with null
 * as with 0, below which no balance ever is.
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
