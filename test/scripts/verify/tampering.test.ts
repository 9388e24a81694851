import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import type pg from 'pg';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { verifyAuditChain } from '../../../scripts/verify/verify-audit-chain.js';
import { verifyConsentChains } from '../../../scripts/verify/verify-consent-chains.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

/** Half of them in each of the two chains; `TAMPERINGS=500 npm test -- test/scripts/verify/tampering` makes more. */
const TAMPERINGS = Number(process.env.TAMPERINGS ?? 60);
const ROWS = 40;

type Row = Record<string, unknown>;

interface Tampering {
  table: 'consent_evidence' | 'audit_log';
  column: string;
  before: Row;
}

/** The value with one byte, letter, digit or unit changed. */
function alter(value: unknown): unknown {
  if (value === null) return 1;
  if (typeof value === 'boolean') return !value;
  // The third byte: changing a lower one could give the number of another row.
  if (typeof value === 'number') return value ^ 0x1_0000;
  if (value instanceof Date) return new Date(value.getTime() + 1);
  if (Buffer.isBuffer(value)) {
    const bytes = Buffer.from(value);
    const place = randomInt(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << randomInt(8));
    return bytes;
  }
  if (typeof value === 'object') return { ...value, note: alter((value as Row).note) };
  const text = String(value);
  // In a text of ours or a UUID, hexadecimal digits fit everywhere; the hyphens of a UUID stay.
  const places = [...text].flatMap((character, index) => (character === '-' ? [] : [index]));
  const place = places[randomInt(places.length)] ?? 0;
  const other = text[place] === 'a' ? 'b' : 'a';
  return text.slice(0, place) + other + text.slice(place + 1);
}

describe('a single byte of the evidence that somebody with every right has changed', function () {
  this.timeout(20_000 + TAMPERINGS * 1_000);

  const database = useDatabase();
  before(async () => {
    for (let client = 0; client < 2; client += 1) {
      const { id: clientId } = await buildClient(database.db);
      await acceptAll(
        database.db,
        Array.from({ length: ROWS / 2 }, (_item, index) => ({
          clientId,
          creditsApproved: index % 2 ? 5 : null,
        })),
      );
    }
    for (let count = 0; count < ROWS; count += 1) {
      await database.db.transaction((sql) =>
        appendAudit(sql, {
          actor: toPublicId('user', newId()),
          action: 'test.made',
          target: toPublicId('client', newId()),
          ipAddress: '192.0.2.1',
          details: { note: `note ${count}` },
        }),
      );
    }
  });

  async function tamper(client: pg.Client, table: Tampering['table']): Promise<Tampering> {
    const { rows } = await client.query<Row>(`SELECT ctid::text AS place, * FROM ${table} ORDER BY ctid`);
    const { place, ...before } = rows[randomInt(rows.length)] as Row;
    const columns = Object.keys(before);
    const column = columns[randomInt(columns.length)] ?? '';
    await client.query(`UPDATE ${table} SET ${column} = $1 WHERE ctid = $2::tid`, [
      alter(before[column]),
      place,
    ]);
    return { table, column, before };
  }

  /** Whether the verifier names the row: by itself, by its number that is missing, or by its verification. */
  async function isNamed(client: pg.Client, { table, before }: Tampering): Promise<boolean> {
    const missing = (no: unknown) => `number ${no} was expected`;
    if (table === 'audit_log') {
      const { broken } = await verifyAuditChain(sqlOf(client));
      return (
        broken?.entryNo === before.entry_no || broken?.problem.endsWith(missing(before.entry_no)) === true
      );
    }
    const { broken } = await verifyConsentChains(sqlOf(client));
    return broken.some(
      ({ evidenceNo, verificationId, problem }) =>
        verificationId === before.verification_id ||
        evidenceNo === before.evidence_no ||
        problem.endsWith(missing(before.evidence_no)),
    );
  }

  for (const table of ['consent_evidence', 'audit_log'] as const) {
    it(`is found, and its row of ${table} is named, ${TAMPERINGS / 2} of ${TAMPERINGS / 2} times`, async () => {
      const unnamed: Tampering[] = [];
      await withClient(superuserUrlOf(database.url), async (client) => {
        for (let count = 0; count < TAMPERINGS / 2; count += 1) {
          await client.query('BEGIN');
          await client.query('SET LOCAL session_replication_role = replica');
          const tampering = await tamper(client, table);
          if (!(await isNamed(client, tampering))) unnamed.push(tampering);
          await client.query('ROLLBACK');
        }
        const { broken } = await verifyConsentChains(sqlOf(client));
        expect(broken, 'nothing of it stays').to.deep.equal([]);
      });
      expect(unnamed).to.deep.equal([]);
    });
  }
});
