import { expect } from 'chai';
import { NodeProcess } from '../../../harness/node-process.js';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { appendAccesses } from '../../../shared/access-log/append-accesses.js';
import type { Sql } from '../../../shared/db/database.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { CONSENT_COLUMNS, type ConsentRow, consentHash } from '../../../shared/evidence/consent-record.js';
import { growTree } from '../../../shared/log/grow-tree.js';
import { hashesOf, rangeHash } from '../../../shared/log/merkle.js';
import { signCheckpoint } from '../../../shared/log/note.js';
import { loadHead } from '../../../shared/log/proofs.js';
import { tileReader } from '../../../shared/log/tiles.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startTestWitness } from '../../support/evidence/test-witness.js';
import { testKeys } from '../../support/processes/keys.js';

const ORIGIN = 'example.test/log';

describe('somebody with every right to the database', function () {
  this.timeout(180_000);
  const database = useDatabase();
  let clientId: string;
  const seal = () => sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin: ORIGIN });
  const accept = (count: number) =>
    acceptAll(
      database.db,
      Array.from({ length: count }, () => ({ clientId })),
    );

  before(async () => {
    ({ id: clientId } = await buildClient(database.db));
    await accept(40);
    await database.db.transaction(async (sql) => {
      await appendAudit(sql, { actor: 'system', action: 'test.made', target: 'something' });
    });
    const look = { clientId, actorKind: 'user', actorId: clientId, act: 'report', channel: 'api' } as const;
    await database.db.transaction((sql) =>
      appendAccesses(
        sql,
        Array.from({ length: 9 }, () => ({ ...look, verificationId: null, ipAddress: '192.0.2.1' })),
      ),
    );
    await seal();
  });

  it('can rewrite a whole chain and the log so that verify-evidence is content, and a witness refuses', async () => {
    const show = startTestWitness(database.db, ORIGIN);
    const seen = (await loadHead(database.db))?.size ?? 0;
    expect((await show(0)).status).to.equal(200);

    await rewriteAll();
    const child = new NodeProcess({
      ...{ name: 'verify-evidence', script: 'scripts/verify-evidence.js' },
      environment: { DATABASE_URL: database.url },
    });
    expect(await child.exited, child.output()).to.equal(0);
    const [row] = await database.db.query<{ purpose: string }>(
      'SELECT purpose FROM consent_evidence WHERE client_id = $1 AND evidence_no = 3',
      [clientId],
    );
    expect(row?.purpose).to.equal('What nobody ever confirmed');
    const same = await show(seen);
    expect(same.status).to.equal(409);
    expect(same.body).to.include('INCONSISTENT').and.include(`size ${seen}`);

    await accept(5);
    await seal();
    const grown = await show(seen);
    expect(grown.status).to.equal(422);
    expect(grown.body).to.include('INCONSISTENT').and.include(`size ${seen}`);
  });

  /** Changes an old consent, and everything that follows from it, with the key of the log at hand. */
  async function rewriteAll(): Promise<void> {
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      const sql = sqlOf(client);
      const hashes = await rewriteChain(sql);
      const [span] = await sql.query<{ first_index: number; length: number }>(
        `SELECT first_index, length FROM log_spans WHERE kind = 'consent' AND client_id = $1`,
        [clientId],
      );
      const tiles = await sql.query<{ data: Buffer }>(
        'SELECT data FROM log_tiles WHERE level = 0 ORDER BY tile_no',
      );
      const entries = tiles.flatMap(({ data }) => hashesOf(data));
      entries.splice(span?.first_index ?? 0, span?.length ?? 0, ...hashes);
      const grown = growTree([], 0, entries);
      for (const { level, tile_no, data } of grown) {
        await sql.query('UPDATE log_tiles SET data = $3 WHERE level = $1 AND tile_no = $2', [
          level,
          tile_no,
          data,
        ]);
      }
      const size = entries.length;
      const root = rangeHash(tileReader(grown, size), 0, size);
      const note = signCheckpoint({ origin: ORIGIN, size, root }, [testKeys.evidenceKeys.current]);
      await sql.query('UPDATE log_state SET note = $1', [note]);
    });
  }

  async function rewriteChain(sql: Sql): Promise<Buffer[]> {
    const rows = await sql.query<ConsentRow>(
      `SELECT ${CONSENT_COLUMNS.join(', ')} FROM consent_evidence WHERE client_id = $1 ORDER BY evidence_no`,
      [clientId],
    );
    let previous = rows[0]?.previous_hash ?? Buffer.alloc(32);
    for (const row of rows) {
      if (row.evidence_no === 3) row.purpose = 'What nobody ever confirmed';
      row.previous_hash = previous;
      row.hash = consentHash(row);
      previous = row.hash;
      await sql.query(
        `UPDATE consent_evidence SET purpose = $3, previous_hash = $4, hash = $5
         WHERE client_id = $1 AND evidence_no = $2`,
        [clientId, row.evidence_no, row.purpose, row.previous_hash, row.hash],
      );
    }
    return rows.map(({ hash }) => hash);
  }
});
