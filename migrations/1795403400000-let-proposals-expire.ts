import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENDED = `(state = 'open') = (payload IS NOT NULL)`;

/**
 * A proposal that nobody decides ends as `expired`, decided by nobody, and no state but `open` is left again. The previous
 * release writes neither and reads an expired one as decided. What exists is validated by the next migration.
 */
export class LetProposalsExpire1795403400000 implements MigrationInterface {
  name = 'LetProposalsExpire1795403400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE approvals
        DROP CONSTRAINT approvals_state,
        ADD CONSTRAINT approvals_state
          CHECK (state IN ('open', 'approved', 'declined', 'failed', 'expired')) NOT VALID,
        DROP CONSTRAINT approvals_decided,
        ADD CONSTRAINT approvals_decided CHECK (
          (state IN ('open', 'expired')) = (decided_by IS NULL AND decided_at IS NULL) AND ${ENDED}) NOT VALID`);
    const moves = ['approved', 'declined', 'failed', 'expired'].map((to) => `('open', '${to}')`).join(', ');
    await queryRunner.query(`
      CREATE TRIGGER approvals_moves AFTER UPDATE OF state ON approvals FOR EACH ROW
      WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (${moves}))
      EXECUTE FUNCTION refuse_move('state')`);
  }

  /** What expired is then declined by whoever proposed it: that too was carried out by nobody. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER approvals_moves ON approvals');
    await queryRunner.query('ALTER TABLE approvals DROP CONSTRAINT approvals_decided');
    await queryRunner.query(`
      UPDATE approvals SET state = 'declined', decided_by = proposed_by, decided_at = now() WHERE state = 'expired'`);
    await queryRunner.query(`
      ALTER TABLE approvals
        DROP CONSTRAINT approvals_state,
        ADD CONSTRAINT approvals_state CHECK (state IN ('open', 'approved', 'declined', 'failed')),
        ADD CONSTRAINT approvals_decided CHECK ((state = 'open') = (decided_by IS NULL AND decided_at IS NULL) AND ${ENDED})`);
  }
}
