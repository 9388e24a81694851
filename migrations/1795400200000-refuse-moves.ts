import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every allowed state transition, by table and column. */
const MOVES = {
  verifications: {
    column: 'status',
    moves: [
      ['pending', 'completed'],
      ['pending', 'manual_review'],
      ['manual_review', 'completed'],
      ['manual_review', 'pending'],
    ],
  },
  checks: {
    column: 'status',
    moves: [
      ['pending', 'completed'],
      ['pending', 'manual_review'],
      ['manual_review', 'completed'],
      ['manual_review', 'pending'],
    ],
  },
  provider_calls: {
    column: 'state',
    moves: [
      ['started', 'not_sent'],
      ['started', 'refused_for_now'],
      ['started', 'refused'],
      ['started', 'answered'],
      ['started', 'uncertain'],
      ['uncertain', 'answered'],
      ['uncertain', 'refused'],
      ['uncertain', 'written_off'],
    ],
  },
};

/**
 * What is settled stays settled, and an answered call is never written off, whatever a statement says. The condition is
 * part of the trigger, so that a row with an allowed transition runs no function; and it is an AFTER trigger, because a
 * BEFORE trigger would lock every row a second time.
 */
export class RefuseMoves1795400200000 implements MigrationInterface {
  name = 'RefuseMoves1795400200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'No % moves from % to %.', TG_TABLE_NAME, to_jsonb(OLD) ->> TG_ARGV[0],
          to_jsonb(NEW) ->> TG_ARGV[0] USING ERRCODE = 'check_violation';
      END $$`);
    for (const [table, { column, moves }] of Object.entries(MOVES)) {
      const allowed = moves.map(([from, to]) => `('${from}', '${to}')`).join(', ');
      await queryRunner.query(`
        CREATE TRIGGER ${table}_moves AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} <> NEW.${column} AND (OLD.${column}, NEW.${column}) NOT IN (${allowed}))
        EXECUTE FUNCTION refuse_move('${column}')`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(MOVES))
      await queryRunner.query(`DROP TRIGGER ${table}_moves ON ${table}`);
    await queryRunner.query('DROP FUNCTION refuse_move()');
  }
}
