import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../shared/db/advisory-locks.js';
import { dayTotals, FIGURES, IS_LIVE, RUNNING, setEach } from './figure-totals.js';

const LOCK = `PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.figureTotals})`;

/**
 * Totals the existing figures, day by day and client by client, each in its own transaction. Whatever a total was, it is
 * set to the sum that is read under the lock of the triggers: what a worker committed before is in the sum, and what it
 * commits later is added afterwards. So it may be repeated at any time.
 */
export class FillFigureTotals1795403200002 implements MigrationInterface {
  name = 'FillFigureTotals1795403200002';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(dayByDay('daily_figures', 'figure_totals', ['service_code'], FIGURES));
    const keys = ['service_code', 'took_class'];
    await queryRunner.query(dayByDay('daily_turnarounds', 'turnaround_totals', keys, ['completed']));
    await queryRunner.query(CLIENT_BY_CLIENT);
  }

  /** The first of these migrations drops the tables. */
  async down(): Promise<void> {}
}

function dayByDay(source: string, totals: string, by: readonly string[], counts: readonly string[]): string {
  return `
    DO $$
    DECLARE
      last date := '-infinity';
      next date;
    BEGIN
      LOOP
        SELECT min(day) INTO next FROM ${source} WHERE day > last;
        EXIT WHEN next IS NULL;
        ${LOCK};
        ${dayTotals(totals, by, counts, `(SELECT * FROM ${source} WHERE day = next) AS figures`)}
        ON CONFLICT (day, ${by.join(', ')}) DO UPDATE SET ${setEach(counts, (name) => `excluded.${name}`)};
        COMMIT;
        last := next;
      END LOOP;
    END $$`;
}

const CLIENT_BY_CLIENT = `
    DO $$
    DECLARE
      last uuid := '00000000-0000-0000-0000-000000000000';
      next uuid;
    BEGIN
      LOOP
        SELECT id INTO next FROM clients WHERE id > last ORDER BY id LIMIT 1;
        EXIT WHEN next IS NULL;
        ${LOCK};
        INSERT INTO running_totals (client_id, day, ${RUNNING.join(', ')})
        SELECT client_id, day, ${RUNNING.map((name) => `sum(sum(${name})) OVER days`).join(', ')}
        FROM daily_figures WHERE client_id = next AND ${IS_LIVE} GROUP BY client_id, day
        WINDOW days AS (PARTITION BY client_id ORDER BY day)
        ON CONFLICT (client_id, day) DO UPDATE SET ${setEach(RUNNING, (name) => `excluded.${name}`)};
        COMMIT;
        last := next;
      END LOOP;
    END $$`;
