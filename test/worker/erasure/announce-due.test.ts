import { expect } from 'chai';
import { callBackErasures } from '../../../scripts/operations/call-back-erasures.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database } from '../../../shared/db/database.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { findTooMany } from '../../../shared/erasure/announce-erasures.js';
import type { ErasureReport } from '../../../worker/erasure/erase-due.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { buildAged, erasedIds } from '../../support/personal-data/aged-verifications.js';
import { runEraser } from '../../support/personal-data/personal-data.js';
import { runAdmin } from '../../support/processes/run-admin.js';

const GRACE_MS = 72 * 60 * 60_000;
const NOTHING: ErasureReport = { requested: 0, expired: 0 };

describe('an erasure by retention', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let db: Database;
  let stops: string[];
  beforeEach(() => {
    db = database.db;
    stops = [];
  });
  // What one test leaves announced or due must not affect the next one.
  afterEach(() => db.query('UPDATE clients SET retention_days = NULL'));

  const pass = (overrides: Parameters<typeof runEraser>[1] = {}): Promise<ErasureReport> =>
    runEraser(db, { graceMs: GRACE_MS, countStop: (why) => stops.push(why), ...overrides });

  const announced = async (): Promise<number> => (await loadFigures(db)).erasuresAnnounced;
  const letGracePass = () =>
    db.query(
      `UPDATE verifications SET erasure_due_at = now() - interval '1 second' WHERE erasure_due_at IS NOT NULL`,
    );

  it('is announced first, and made when its grace is over', async () => {
    const clientId = await buildAged(db, 3);
    const { logger, logged } = recordingLogger();
    expect(await pass({ logger })).to.deep.equal(NOTHING);
    expect(await announced()).to.equal(3);
    expect(logged()).to.include('erasures announced');
    expect(await pass(), 'the grace lasts').to.deep.equal(NOTHING);
    await letGracePass();
    expect(await pass()).to.deep.equal({ requested: 0, expired: 3 });
    expect(await erasedIds(db, clientId)).to.have.length(3);
    expect(await announced()).to.equal(0);
    const acts = await auditOf(db, toPublicId('client', clientId));
    expect(acts.map(({ action }) => action)).to.deep.equal([
      'personal_data.erasure_announced',
      'personal_data.retention_ended',
    ]);
  });

  for (const [what, days] of [
    ['longer', 3_650],
    ['switched off', null],
  ] as const) {
    it(`is withdrawn when the retention is ${what} meanwhile, also at the last moment`, async () => {
      const clientId = await buildAged(db, 3);
      await pass();
      await letGracePass();
      await db.query('UPDATE clients SET retention_days = $2 WHERE id = $1', [clientId, days]);
      expect(await pass()).to.deep.equal(NOTHING);
      expect(await announced()).to.equal(0);
      expect(await erasedIds(db, clientId)).to.deep.equal([]);
    });
  }

  it('is announced anew when a wrong clock had put it off for years', async () => {
    await buildAged(db, 2);
    await pass();
    await db.query(
      `UPDATE verifications SET erasure_due_at = now() + interval '2000 days' WHERE erasure_due_at IS NOT NULL`,
    );
    await pass();
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM verifications WHERE erasure_due_at < now() + interval '4 days'`,
    );
    expect(row?.count).to.equal(2);
  });

  it('can be called back for as long as the grace lasts, and is not announced again', async () => {
    const clientId = await buildAged(db, 3);
    await pass();
    const run = await runAdmin(database.url, [
      'call-back-erasures',
      ...['--client', toPublicId('client', clientId), '--reason', 'The retention was a mistake'],
    ]);
    expect(run.output).to.include('3 announced erasures').and.to.include('were cancelled');
    expect(run.code).to.equal(0);
    await letGracePass();
    expect(await pass()).to.deep.equal(NOTHING);
    expect(await announced()).to.equal(0);
    const again = { clientId, reason: 'The retention was a mistake' };
    expect(await callBackErasures(db, again, { actor: 'system' })).to.equal(0);
  });

  it('is not even announced while the clocks differ', async () => {
    const clientId = await buildAged(db, 2);
    const { logger, logged } = recordingLogger();
    // Like the answer of a PostgreSQL whose clock is a day ahead.
    const ahead: Database = {
      ...db,
      query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
        text.includes('clock_timestamp')
          ? ([{ now: new Date(Date.now() + 24 * 60 * 60_000) }] as Row[])
          : db.query<Row>(text, values),
    };
    expect(await runEraser(ahead, { logger, countStop: (why) => stops.push(why) })).to.deep.equal(NOTHING);
    expect(stops).to.deep.equal(['clocks']);
    expect(logged()).to.include('differ: nothing is erased').and.to.include('"difference_seconds":86');
    expect(await announced()).to.equal(0);
    expect(await erasedIds(db, clientId)).to.deep.equal([]);
  });

  it('of too much at once waits for a person', async () => {
    const clientId = await buildAged(db, 1_001);
    const { id: another } = await buildClient(db);
    await buildVerification(db, { clientId: another, status: 'completed' });
    const all = { due: 1_001, kept: 1_001 };
    expect(await findTooMany(db, clientId, new Date()), 'of what this client has').to.deep.equal(all);
    const publicId = toPublicId('client', clientId);
    const { logger, logged } = recordingLogger();
    expect(await runEraser(db, { logger, countStop: (why) => stops.push(why) })).to.deep.equal(NOTHING);
    expect(stops).to.deep.equal(['too_many']);
    expect(logged()).to.include('too much is due').and.to.include(publicId);
    expect(await announced()).to.equal(0);
    const reason = ['--client', publicId, '--reason', 'A first retention'];
    const run = await runAdmin(database.url, ['approve-erasures', ...reason]);
    expect(run.output).to.include('1001 verifications').and.to.include('in 72 hours');
    expect(await announced()).to.equal(1_001);
    const again = await runAdmin(database.url, ['approve-erasures', ...reason]);
    expect(again.output, 'as after one that was broken off')
      .to.include('0 verifications')
      .and.to.include('1001 more were announced before');
    await letGracePass();
    expect((await pass()).expired).to.equal(1_001);
  });

  it('of test mode needs nobody, however much it is, and tells staff nothing', async () => {
    const clientId = await buildAged(db, 1_001, 'test');
    const publicId = toPublicId('client', clientId);
    const { logger, logged } = recordingLogger();
    const flags = ['--client', publicId, '--reason', 'Nobody needs to'];
    const run = await runAdmin(database.url, ['approve-erasures', ...flags]);
    expect(run.output).to.include(`There is no client ${publicId}`);
    expect(await pass({ logger })).to.deep.equal(NOTHING);
    expect(stops).to.deep.equal([]);
    expect(logged()).not.to.include(publicId);
    await letGracePass();
    expect((await pass()).expired).to.equal(1_001);
    expect(await auditOf(db, publicId)).to.deep.equal([]);
  });
});
