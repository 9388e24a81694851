import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { verifyAccessChains } from '../../../scripts/verify/verify-access-chains.js';
import { verifyAuditChain } from '../../../scripts/verify/verify-audit-chain.js';
import { verifyConsentChains } from '../../../scripts/verify/verify-consent-chains.js';
import { verifyLog } from '../../../scripts/verify/verify-log.js';
import { appendAccesses } from '../../../shared/access-log/append-accesses.js';
import type { Sql } from '../../../shared/db/database.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { CHANGED_BYTES, CHANGED_SEED, numbersFrom } from '../../support/evidence/change-byte.js';
import { testKeys } from '../../support/processes/keys.js';

const TABLES = [
  'consent_evidence',
  'access_log',
  'audit_log',
  'wallet_entries',
  'log_spans',
  'log_tiles',
  'log_state',
];

/** Columns in which `npm run verify-evidence` can find nothing, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'log_state.note': 'it has no key to judge signatures with: witnesses and readers have',
  'log_state.cosigned_note': 'the same',
  'log_state.cosigned_size': 'how far witnesses have come; what they signed says it itself',
  'log_state.audit_no': 'from where sealing goes on, which refuses to seal twice',
  'log_state.sealed_at': 'when the head last moved, which no proof says',
  'wallet_entries.idempotency_key': 'by which the desk sends again: no line of the ledger says it',
};

/** Columns that cannot be changed alone, because the table refuses it or computes them. */
const REFUSED = [
  'log_state.id',
  'wallet_entries.amount',
  'wallet_entries.balance_delta',
  'wallet_entries.kind',
  'wallet_entries.reserved_after',
  'wallet_entries.reserved_delta',
];

interface Place {
  table: string;
  column: string;
  type: string;
}

const nameOf = ({ table, column }: Place) => `${table}.${column}`;

/** How one byte, letter or bit of a value is changed, by its type; `at` is any whole number. */
const CHANGES: Readonly<Record<string, (column: string, at: number) => string>> = {
  bytea: (column, at) => {
    const place = `${at} % length(${column})`;
    return `set_byte(${column}, ${place}, get_byte(${column}, ${place}) # ${1 << (at % 8)})`;
  },
  text: (column, at) => {
    const place = `1 + ${at} % greatest(length(${column}), 1)`;
    return `overlay(${column} placing CASE substr(${column}, ${place}, 1) WHEN 'e' THEN 'i' ELSE 'e' END
      from ${place} for 1)`;
  },
  // Not one of the eight digits that state the version, and not a change that gives the number of another row.
  uuid: (column, at) =>
    `overlay(${column}::text placing CASE substr(${column}::text, ${25 + (at % 12)}, 1) WHEN 'e' THEN 'f' ELSE 'e' END
      from ${25 + (at % 12)} for 1)::uuid`,
  int2: (column) => `${column} # 1024::smallint`,
  int4: (column, at) => `${column} # ${1 << (16 + (at % 8))}`,
  bool: (column) => `NOT ${column}`,
  timestamptz: (column, at) => `${column} + interval '1 millisecond' * ${1 + (at % 9)}`,
  jsonb: (column) => `${column} || '{"changed": true}'`,
};
const typeOf = (name: string) => (name === 'varchar' ? 'text' : name);

/** Whether `npm run verify-evidence` would report anything. */
async function isFound(sql: Sql): Promise<boolean> {
  const { broken: consents } = await verifyConsentChains(sql);
  const { broken: accesses } = await verifyAccessChains(sql);
  const { broken: audit } = await verifyAuditChain(sql);
  if (consents.length + accesses.length > 0 || audit !== undefined) return true;
  return (await verifyLog(sql)).problems.length > 0;
}

describe('a changed byte in the rows of the evidence', function () {
  this.timeout(300_000);
  const database = useDatabase();
  const next = numbersFrom(CHANGED_SEED);

  before(async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const item = { clientId, creditsApproved: 5 };
    const [first] = await acceptAll(
      db,
      Array.from({ length: 300 }, () => item),
    );
    const look = { clientId, actorKind: 'user', actorId: clientId, act: 'report', channel: 'api' } as const;
    const looks = Array.from({ length: 9 }, () => ({
      ...look,
      verificationId: first?.verificationId ?? null,
      ipAddress: '192.0.2.1',
    }));
    await db.transaction((sql) => appendAccesses(sql, looks));
    for (const target of ['one', 'two']) {
      const act = { actor: 'system', action: 'test.made', target, ipAddress: '192.0.2.1' };
      await db.transaction((sql) => appendAudit(sql, act));
    }
    const seal = () => sealLog({ db, keys: testKeys.evidenceKeys, origin: 'example.test/log' });
    while ((await seal())?.more === true);
  });

  async function columns(sql: Sql): Promise<Place[]> {
    const left = [...Object.keys(SILENT), ...REFUSED];
    const all = await sql.query<Place>(
      `SELECT table_name AS table, column_name AS column, udt_name AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = ANY($1) ORDER BY 1, 2`,
      [TABLES],
    );
    return all.filter((place) => !left.includes(nameOf(place)));
  }

  /** Changes one value of one row that has one; does nothing if the database refuses it. */
  async function change(sql: Sql, { table, column, type }: Place): Promise<string | undefined> {
    const rows = await sql.query<{ ctid: string }>(
      `SELECT ctid::text FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ctid`,
    );
    const place = rows[next(rows.length)]?.ctid;
    const value = CHANGES[typeOf(type)]?.(column, next(1_000_000));
    if (place === undefined) return undefined;
    if (value === undefined) throw new Error(`Nobody has said how a ${type} is changed`);
    const statement = `UPDATE ${table} SET ${column} = ${value} WHERE ctid = '${place}'`;
    const done = await sql.query(statement).then(
      () => true,
      () => false,
    );
    return done ? statement : undefined;
  }

  it(`is found in every column, of ${CHANGED_BYTES} (seed ${CHANGED_SEED})`, async () => {
    const missed: string[] = [];
    const tried = new Set<string>();
    await withClient(superuserUrlOf(database.url), async (client) => {
      const sql = sqlOf(client);
      await client.query('SET session_replication_role = replica');
      expect(await isFound(sql), 'before any change').to.equal(false);
      const places = await columns(sql);
      for (let count = 0; count < CHANGED_BYTES; count += 1) {
        const place = places[count % places.length] as Place;
        await client.query('BEGIN');
        const done = await change(sql, place);
        if (done !== undefined && !(await isFound(sql))) missed.push(done);
        await client.query('ROLLBACK');
        if (done !== undefined) tried.add(nameOf(place));
      }
      expect(
        places.map(nameOf).filter((name) => !tried.has(name)),
        'not tried',
      ).to.deep.equal([]);
    });
    expect(missed).to.deep.equal([]);
  });

  it('is not hidden by removing the rows: the first, the last or all of a table', async () => {
    const missed: string[] = [];
    const rows = (table: string, order: string) =>
      `(SELECT ctid FROM ${table} ORDER BY ctid ${order} LIMIT 1)`;
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      for (const table of TABLES) {
        for (const which of ['true', `ctid = ${rows(table, 'ASC')}`, `ctid = ${rows(table, 'DESC')}`]) {
          await client.query('BEGIN');
          await client.query(`DELETE FROM ${table} WHERE ${which}`);
          if (!(await isFound(sqlOf(client)))) missed.push(`${table}: ${which}`);
          await client.query('ROLLBACK');
        }
      }
    });
    expect(missed).to.deep.equal([]);
  });
});
