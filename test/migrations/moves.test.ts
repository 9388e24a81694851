import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Database } from '../../shared/db/database.js';
import { APPROVAL_STATES } from '../../shared/domain/approvals.js';
import { CALL_STATES, STATUSES } from '../../shared/domain/states.js';
import { STATE_COLUMNS, type StateTable, TRANSITIONS } from '../../shared/domain/transitions.js';
import { buildClient, buildVerification } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';

const STATES = {
  verifications: STATUSES,
  checks: STATUSES,
  provider_calls: CALL_STATES,
  approvals: APPROVAL_STATES,
} as const;
const TABLES = Object.keys(TRANSITIONS) as StateTable[];

interface Transition {
  from: string;
  to: readonly string[];
  by: readonly string[];
}
const transitionsOf = (table: StateTable): [string, Transition][] => Object.entries(TRANSITIONS[table]);

describe('the moves of states', () => {
  const database = useDatabase();
  let db: Database;
  before(() => {
    db = database.db;
  });

  /** Evaluates the condition of a table's trigger for every pair of states. */
  async function refusedMoves(table: StateTable): Promise<string[]> {
    const column = STATE_COLUMNS[table];
    const [trigger] = await db.query<{ definition: string }>(
      `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
       WHERE tgrelid = $1::regclass AND tgname = $1 || '_moves' AND tgenabled = 'O'`,
      [table],
    );
    const [, condition = ''] =
      / WHEN \((.*)\) EXECUTE FUNCTION refuse_move/.exec(trigger?.definition ?? '') ?? [];
    expect(condition, `the trigger of ${table}`).to.include(column);
    const pairs = await db.query<{ move: string }>(
      `SELECT old.${column} || ' to ' || new.${column} AS move
       FROM unnest($1::text[]) AS old (${column}) CROSS JOIN unnest($1::text[]) AS new (${column})
       WHERE ${condition}`,
      [STATES[table]],
    );
    return pairs.map(({ move }) => move);
  }

  for (const table of TABLES) {
    it(`of ${table} are refused by the database unless they are in the table of transitions`, async () => {
      const allowed = new Set(
        transitionsOf(table).flatMap(([, { from, to }]) => to.map((state) => `${from} to ${state}`)),
      );
      const states: readonly string[] = STATES[table];
      const others = states.flatMap((from) =>
        states
          .filter((to) => to !== from && !allowed.has(`${from} to ${to}`))
          .map((to) => `${from} to ${to}`),
      );
      expect(await refusedMoves(table)).to.have.members(others);
    });
  }

  it('are refused in a statement of many rows too, which then changes none', async () => {
    const { id: clientId } = await buildClient(db);
    await buildVerification(db, { clientId, status: 'completed' });
    await buildVerification(db, { clientId, status: 'manual_review' });
    const reopen = db.query(
      `UPDATE verifications SET status = 'pending', outcome = NULL, label = NULL, completed_at = NULL,
         review_reason = NULL, credits_charged = 0, credits_reserved = 5 WHERE client_id = $1`,
      [clientId],
    );
    await reopen.then(
      () => expect.fail('a settled verification was reopened'),
      (error: Error) => expect(error.message).to.equal('No verifications moves from completed to pending.'),
    );
    const rows = await db.query('SELECT status FROM verifications WHERE client_id = $1 ORDER BY status', [
      clientId,
    ]);
    expect(rows).to.deep.equal([{ status: 'completed' }, { status: 'manual_review' }]);
  });

  it('are named by every statement that makes one, so that it ends where the table says', () => {
    const statement = new RegExp(
      `UPDATE (?:${TABLES.join('|')})\\b[^\`]*?\\bSET\\b(?:(?!\\b(?:WHERE|FROM)\\b)[^\`])*\\b(?:status|state) = '`,
    );
    const sources = ['api', 'shared', 'worker', 'scripts'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    );
    expect(sources.length).to.be.greaterThan(500);
    expect(sources.filter((file) => statement.test(readFileSync(file, 'utf8')))).to.deep.equal([]);
  });

  it('stand in the documentation as they are', () => {
    const section = /## 9\. States[\s\S]*/.exec(readFileSync('docs/architecture.md', 'utf8'))?.[0] ?? '';
    const written = [...section.matchAll(/^\| `(\w+)` \| (.*) \| `(\w+)` \| (.*) \| (.*) \|$/gm)].map((row) =>
      row.slice(1).map((cell) => cell.replaceAll('`', '')),
    );
    const moves = TABLES.flatMap((table) =>
      transitionsOf(table).map(([name, { from, to, by }]) => [
        table,
        name,
        from,
        to.join(', '),
        by.join(', '),
      ]),
    );
    expect(written).to.deep.equal(moves);
  });
});
