import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../shared/db/advisory-locks.js';
import { dayTotals, FIGURES, IS_LIVE, RUNNING, setEach } from './figure-totals.js';

/**
 * The daily figures of all live clients together, and those of each from its first day to any other: the start page of
 * staff read every client's days, up to a timeout. Triggers keep them, so that what workers of the previous release add
 * counts too. They run as the owner, because nobody else writes totals.
 *
 * An upsert inserts some rows and updates others, which two triggers total one after the other; without the lock, two
 * transactions could wait for each other's rows. It is taken when the statement has done everything else, and what follows
 * it sees what was committed before.
 */
export class CreateFigureTotals1795403200000 implements MigrationInterface {
  name = 'CreateFigureTotals1795403200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(table);
    for (const [what, keys, counts, total] of DAILY) {
      await createTrigger(queryRunner, `total_new_${what}`, `daily_${what}`, {
        after: 'INSERT',
        tables: 'NEW TABLE AS added',
        statements: total('SELECT * FROM added'),
      });
      await createTrigger(queryRunner, `total_changed_${what}`, `daily_${what}`, {
        after: 'UPDATE',
        tables: 'OLD TABLE AS removed NEW TABLE AS added',
        statements: total(
          `SELECT ${keys}, ${counts.join(', ')} FROM added
           UNION ALL SELECT ${keys}, ${counts.map((name) => `-${name}`).join(', ')} FROM removed`,
        ),
      });
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [what] of DAILY) {
      await queryRunner.query(`DROP FUNCTION total_new_${what}() CASCADE`);
      await queryRunner.query(`DROP FUNCTION total_changed_${what}() CASCADE`);
    }
    await queryRunner.query('DROP TABLE running_totals, turnaround_totals, figure_totals');
  }
}

const TABLES = [
  `CREATE TABLE figure_totals (
     day date NOT NULL,
     service_code varchar(40) COLLATE "C" NOT NULL,
     ${FIGURES.map((name) => `${name} bigint NOT NULL`).join(', ')},
     CONSTRAINT figure_totals_pkey PRIMARY KEY (day, service_code)
   )`,
  `CREATE TABLE turnaround_totals (
     day date NOT NULL,
     service_code varchar(40) COLLATE "C" NOT NULL,
     took_class smallint NOT NULL,
     completed bigint NOT NULL,
     CONSTRAINT turnaround_totals_pkey PRIMARY KEY (day, service_code, took_class)
   )`,
  `CREATE TABLE running_totals (
     client_id uuid NOT NULL CONSTRAINT running_totals_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
     day date NOT NULL,
     ${RUNNING.map((name) => `${name} bigint NOT NULL`).join(', ')},
     CONSTRAINT running_totals_pkey PRIMARY KEY (client_id, day)
   )`,
];

interface Totalling {
  after: 'INSERT' | 'UPDATE';
  /** The rows as they are now are called `added`, and as they were `removed`. */
  tables: string;
  statements: string;
}

/** Creates a trigger and the function of the same name, which nobody may attach to a table of their own. */
async function createTrigger(
  queryRunner: QueryRunner,
  name: string,
  table: string,
  { after, tables, statements }: Totalling,
): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
      PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.figureTotals});
      ${statements};
      RETURN NULL;
    END $$`);
  await queryRunner.query(`REVOKE ALL ON FUNCTION ${name}() FROM PUBLIC`);
  await queryRunner.query(`
    CREATE TRIGGER ${name} AFTER ${after} ON ${table} REFERENCING ${tables}
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`);
}

/** A client's new days begin with what it had before them; then each of its days has what was added up to it. */
function totalFigures(rows: string): string {
  return `
      INSERT INTO running_totals (client_id, day, ${RUNNING.join(', ')})
      SELECT a.client_id, a.day, ${RUNNING.map((name) => `coalesce(earlier.${name}, 0)`).join(', ')}
      FROM (SELECT DISTINCT client_id, day FROM added WHERE ${IS_LIVE}) AS a LEFT JOIN LATERAL (
        SELECT * FROM running_totals r WHERE r.client_id = a.client_id AND r.day < a.day ORDER BY r.day DESC LIMIT 1
      ) AS earlier ON true
      ON CONFLICT DO NOTHING;
      WITH steps AS (
        SELECT client_id, day, lead(day, 1, 'infinity'::date) OVER days AS until,
          ${RUNNING.map((name) => `sum(sum(${name})) OVER days AS ${name}`).join(', ')}
        FROM (${rows}) AS daily WHERE ${IS_LIVE} GROUP BY client_id, day
        WINDOW days AS (PARTITION BY client_id ORDER BY day)
      )
      UPDATE running_totals r SET ${setEach(RUNNING, (name) => `r.${name} + steps.${name}`)}
      FROM steps WHERE r.client_id = steps.client_id AND r.day >= steps.day AND r.day < steps.until;
      ${dayTotals('figure_totals', ['service_code'], FIGURES, `(${rows}) AS daily`)}
      ON CONFLICT (day, service_code) DO UPDATE SET ${setEach(FIGURES, (name) => `t.${name} + excluded.${name}`)}`;
}

function totalTurnarounds(rows: string): string {
  return `
      ${dayTotals('turnaround_totals', ['service_code', 'took_class'], ['completed'], `(${rows}) AS daily`)}
      ON CONFLICT (day, service_code, took_class) DO UPDATE SET completed = t.completed + excluded.completed`;
}

/** The tables of daily rows, `daily_…`, with their keys, what they count, and the SQL that totals such rows. */
const DAILY: readonly [string, keys: string, readonly string[], (rows: string) => string][] = [
  ['figures', 'client_id, day, service_code', FIGURES, totalFigures],
  ['turnarounds', 'client_id, day, service_code, took_class', ['completed'], totalTurnarounds],
];
