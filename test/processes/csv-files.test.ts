import { expect } from 'chai';
import pg from 'pg';
import { sessionIn } from '../../shared/db/scope.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

const ROWS = 50_000;
// In MiB. The process takes some 60 of them for itself, and the rows of one file would take more than the rest.
const HEAP_LIMIT = 128;
const LONG_TEXT = 'as long as texts are '.repeat(20);

describe('a file of everything', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let owner: pg.Client;
  let service: Service;
  let caller: SeededClient;

  before(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl, options: sessionIn('operator') });
    await owner.connect();
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT}` };
    service = await startService({ workers: 0, database, env });
    caller = await service.seedClient();
    await addVerifications(ROWS, `now() - n * interval '1 second'`);
    await addEntries(1, ROWS);
  });
  after(async () => {
    await service.stop();
    await owner.end();
    await database.drop();
  });

  it('has every verification once, although new ones come while it is read, in a small heap', async () => {
    const before = await idsIn('verifications', 'verification');
    const lines = await readFile('/api/v1/verifications', () => addVerifications(500, 'now()'));
    expectOnce(lines, before);
    expect(lines).to.have.length(ROWS);
  });

  it('has every line of the ledger once, although new ones come while it is read, in a small heap', async () => {
    const before = await idsIn('wallet_entries', 'walletEntry');
    const lines = await readFile('/api/v1/wallet/entries', () => addEntries(ROWS + 1, ROWS + 500));
    expectOnce(lines, before);
    expect(lines).to.have.length(before.size);
  });

  it('follows the filters of the list', async () => {
    const lines = await readFile('/api/v1/wallet/entries?kind=adjustment');
    expect(lines).to.have.length(0);
  });

  /** The lines below the header; `meanwhile` happens when the first of them have come. */
  async function readFile(path: string, meanwhile?: () => Promise<unknown>): Promise<string[]> {
    const headers = { authorization: `Bearer ${caller.token}`, accept: 'text/csv' };
    const answer = await fetch(service.api.url + path, { headers });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('link')).to.equal(null);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) {
      chunks.push(chunk);
      if (chunks.length === 1) await meanwhile?.();
    }
    const [header, ...lines] = Buffer.concat(chunks).toString().trimEnd().split('\r\n');
    expect(header).to.match(/_id,/);
    return lines;
  }

  function expectOnce(lines: readonly string[], ids: ReadonlySet<string>): void {
    const found = new Set(lines.map((line) => line.split(',')[0] ?? ''));
    expect(found.size, 'no line comes twice').to.equal(lines.length);
    expect([...ids].filter((id) => !found.has(id))).to.deep.equal([]);
  }

  async function idsIn(table: string, kind: 'verification' | 'walletEntry'): Promise<Set<string>> {
    const { rows } = await owner.query<{ id: string }>(`SELECT id FROM ${table} WHERE client_id = $1`, [
      caller.clientId,
    ]);
    return new Set(rows.map(({ id }) => toPublicId(kind, id)));
  }

  async function addVerifications(count: number, createdAt: string): Promise<void> {
    await owner.query(
      `INSERT INTO verifications (id, client_id, idempotency_key, fingerprint, service_code, subject_type,
         subject_masked, subject_hash, data_key, subject_sealed, parameters_sealed, purpose, price_release, credits,
         credits_reserved, credits_charged, status, outcome, label, completed_at, correlation_id, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid()::text, '', 'said_verification', 'sa_id_number',
         '*********0071', '', '', '', '', 'test', '2026-09', 5, 0, 5, 'completed', 'positive',
         left($3, 300), now(), 'x', ${createdAt}
       FROM generate_series(1, $2::int) AS n`,
      [caller.clientId, count, LONG_TEXT],
    );
  }

  /** Lines with these numbers, after the first, which gave the client its credits. */
  async function addEntries(from: number, to: number): Promise<void> {
    await owner.query(
      `INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
         balance_after, reserved_after, note)
       SELECT $1, 1000 + n, gen_random_uuid(), 'top_up', 1, 1, 0, 10000 + n, 0, $4
       FROM generate_series($2::int, $3::int) AS n`,
      [caller.clientId, from, to, LONG_TEXT],
    );
  }
});
