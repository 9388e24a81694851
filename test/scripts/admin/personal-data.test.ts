import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Draft, storeDraft } from '../../../api/batches/store-draft.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import type { CreateRequest } from '../../../shared/acceptance/create-request.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { saidVerification } from '../../../shared/services/said-verification.js';
import { type BuiltVerification, buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { buildTestSide } from '../../support/personal-data/aged-verifications.js';
import {
  buildFullVerification,
  FACT,
  readableValues,
  valuesOf,
} from '../../support/personal-data/personal-data.js';
import { testKeys } from '../../support/processes/keys.js';
import {
  type AdminRun,
  runAdmin,
  startAdmin,
  TEST_ENCRYPTION_KEYS,
} from '../../support/processes/run-admin.js';

const SUBJECT = '0001010000071';
const WAITING = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE NOT l.granted AND d.datname = current_database()`;
const REASON = 'Letter of 1 September 2026';

describe('npm run admin, about one subject', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let client: { id: string; publicId: string };
  let built: BuiltVerification;
  let folder: string;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    client = await buildClient(database.db);
    built = await buildFullVerification(database.db, { clientId: client.id, subject: SUBJECT });
  });
  afterEach(() => expectInvariants(database.db));

  const environment = {
    INDEX_KEY: testKeys.indexKey.export().toString('base64'),
    ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS,
    SUBJECT,
  };
  const run = (command: string, args: readonly string[], changed: Record<string, string> = {}) =>
    runAdmin(database.url, [command, ...args], { ...environment, ...changed });

  it('erase-subject erases what is settled, and says what it did without naming anybody', async () => {
    const { code, output } = await run('erase-subject', ['--client', client.publicId, '--reason', REASON]);
    expect(output).to.include(`Erased ${built.requestId}.`).and.to.include('1 erased, 0 waiting.');
    expect(output).to.not.include(SUBJECT);
    expect(code).to.equal(0);
    expect(readableValues(await valuesOf(database.db, built.id), built)).to.deep.equal([]);
    const acts = await auditOf(database.db, client.publicId);
    expect(acts.map(({ actor, action }) => [actor, action])).to.deep.equal([
      ['system', 'personal_data.erasure_requested'],
      ['system', 'personal_data.erased'],
    ]);
    const requeued = await run('requeue', ['--request', built.requestId, '--note', 'Once more']);
    expect(requeued).to.deep.equal({
      code: 1,
      output: 'The verification does not exist, or its personal data has been erased.\n',
    });
  });

  for (const command of ['erase-subject', 'export-subject']) {
    it(`${command} refuses an INDEX_KEY that made none of the hashes, with which nothing would be found`, async () => {
      const output = command === 'export-subject' ? ['--output', join(folder, 'other-key.json')] : [];
      const args = ['--client', client.publicId, '--reason', REASON, ...output];
      const other = { INDEX_KEY: randomBytes(32).toString('base64') };
      const failed = await run(command, args, other);
      expect(failed.code, failed.output).to.equal(1);
      expect(failed.output).to.include('INDEX_KEY is not the one that the processes use');
      expect(await auditOf(database.db, client.publicId)).to.deep.equal([]);
      expect((await readdir(folder)).filter((name) => name.startsWith('other-key'))).to.deep.equal([]);
      const forgotten = await run(command, args, { INDEX_KEY: '' });
      expect(forgotten.output).to.include('INDEX_KEY is not set: give the one that the processes have');
    });
  }

  it('erase-subject says how many waiting rows of batches it erased, and export-subject writes them', async () => {
    const subject = '0001010001079';
    const request: CreateRequest = {
      service: saidVerification,
      credits: 5,
      subject: { type: 'sa_id_number', value: subject },
      parameters: {},
      purpose: 'Waiting',
      reference: null,
      duplicates: { refuse: false, days: 30 },
      idempotencyKey: 'k',
      biometricConsent: false,
      creditsApproved: null,
    };
    const draft: Draft = {
      id: newId(),
      clientId: client.id,
      fileName: null,
      fileHash: Buffer.alloc(32),
      allowRepeat: false,
      rows: [{ rowNo: 1, serviceCode: 'said_verification', request }],
      createdBy: toPublicId('user', newId()),
      channel: 'api',
      correlationId: 'c',
    };
    await storeDraft(database.db, draft, testKeys);
    const output = join(folder, 'waiting.json');
    const args = ['--client', client.publicId, '--reason', REASON];
    const exported = await run('export-subject', [...args, '--output', output], { SUBJECT: subject });
    expect(exported.code, exported.output).to.equal(0);
    expect(JSON.parse(await readFile(output, 'utf8')).batch_rows).to.have.length(1);
    const erased = await run('erase-subject', args, { SUBJECT: subject });
    expect(erased.output)
      .to.include('Erased rows of batches that were waiting to be submitted: 1.')
      .and.not.include('Nothing was found');
  });

  it('export-subject writes everything into a new file that only its owner may read', async () => {
    const output = join(folder, 'export.json');
    const args = ['--client', client.publicId, '--reason', REASON, '--output', output, '--include-answers'];
    const first = await run('export-subject', args);
    expect(first.code, first.output).to.equal(0);
    expect(first.output).to.not.include(SUBJECT);
    expect((await stat(output)).mode & 0o777).to.equal(0o600);
    const text = await readFile(output, 'utf8');
    const { verifications } = JSON.parse(text) as { verifications: Record<string, unknown>[] };
    expect(verifications).to.have.length(1);
    expect(verifications[0]).to.include({ request_id: built.requestId, subject: SUBJECT });
    expect(text).to.include(`"answer":"${FACT}"`);
    const looks = await database.db.query(
      `SELECT actor_kind, actor_id, act, channel FROM access_log WHERE verification_id = $1`,
      [built.id],
    );
    expect(looks).to.deep.equal([
      { actor_kind: 'system', actor_id: null, act: 'export', channel: 'command' },
    ]);

    const short = join(folder, 'short.json');
    const without = [...args.slice(0, 4), '--output', short];
    expect((await run('export-subject', without)).code).to.equal(0);
    expect(await readFile(short, 'utf8'))
      .to.include(SUBJECT)
      .and.not.include('"answer"');

    const again = await run('export-subject', args);
    expect(again.code, 'never over another file').to.equal(1);
    expect(again.output).to.match(/^--output cannot be written \(EEXIST\): it already exists/);
    const nowhere = await run('export-subject', [
      ...args.slice(0, 4),
      '--output',
      join(folder, 'no', 'file'),
    ]);
    expect(nowhere.output).to.match(/^--output cannot be written \(ENOENT\): choose a writable folder/);
  });

  it('export-subject leaves no part of a file that could not be finished', async () => {
    const output = join(folder, 'unfinished.json');
    const args = ['--client', client.publicId, '--reason', REASON, '--output', output];
    const ENCRYPTION_KEYS = `other:${Buffer.alloc(32, 7).toString('base64')}`;
    const failed = await run('export-subject', args, { ENCRYPTION_KEYS });
    expect(failed.code).to.equal(1);
    expect(failed.output).to.include('ENCRYPTION_KEYS has no key with the id');
    const again = await run('export-subject', args);
    expect(again.code, again.output).to.equal(0);
  });

  describe('export-subject that is ended in the middle', () => {
    let output: string;
    let args: string[];
    beforeEach(() => {
      output = join(folder, `${client.publicId}.json`);
      args = ['export-subject', '--client', client.publicId, '--reason', REASON, '--output', output];
    });

    /** Ends the command once it has written the subject and waits for a table. */
    async function endInTheMiddle(signal: NodeJS.Signals): Promise<AdminRun & { signal: string | null }> {
      const child = startAdmin(database.url, args, environment);
      await withClient(database.ownerUrl, async (sql) => {
        await sql.query('BEGIN; LOCK TABLE provider_calls');
        await waitFor(async () => (await sql.query(WAITING)).rowCount !== 0, {
          describe: 'the export waits',
        });
        child.signal(signal);
        await child.expectEnd();
      });
      return { ...(await child.ended), output: child.output() };
    }

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      it(`leaves nothing on disk after ${signal}, and can be run again`, async () => {
        expect(await endInTheMiddle(signal)).to.deep.equal({
          ...{ code: null, signal },
          output: 'Interrupted: nothing was written.\n',
        });
        expect((await readdir(folder)).filter((name) => name.startsWith(client.publicId))).to.deep.equal([]);
        const again = await run('export-subject', args.slice(1));
        expect(again.code, again.output).to.equal(0);
      });
    }

    it('leaves after a kill only what says that it is unfinished, and the next run says so, too', async () => {
      await endInTheMiddle('SIGKILL');
      expect(await readdir(folder)).to.include(`${client.publicId}.json.unfinished`);
      expect(await readdir(folder)).to.not.include(`${client.publicId}.json`);
      const again = await run('export-subject', args.slice(1));
      expect(again.code).to.equal(1);
      expect(again.output).to.match(
        /\.unfinished is being written by another export, or is left from one that was killed: delete it/,
      );
      await rm(`${output}.unfinished`);
      expect((await run('export-subject', args.slice(1))).code).to.equal(0);
    });
  });

  it('refuses what it cannot act on, and says how to do it right', async () => {
    const args = ['--client', client.publicId, '--reason', REASON];
    const testSide = toPublicId('client', await buildTestSide(database.db, client.id));
    const cases: [string[], Record<string, string>, RegExp][] = [
      [['--client', 'cli_01h2xcejqtf2nbrexx3vqjhp41', '--reason', REASON], {}, /There is no client cli_/],
      [['--client', testSide, '--reason', REASON], {}, /There is no client cli_/],
      [args, { SUBJECT: '?' }, /No service accepts such a subject/],
      [
        ['--client', client.publicId, '--reason', `About ${SUBJECT}`],
        {},
        /must not contain an identity number/,
      ],
      [
        ['--client', client.publicId, '--reason', 'About Anna Example'],
        { SUBJECT: 'Anna Example' },
        /must not contain the subject/,
      ],
      [args, { INDEX_KEY: '' }, /INDEX_KEY/],
    ];
    const runs = await Promise.all(
      cases.map(([given, environment]) => run('erase-subject', given, environment)),
    );
    for (const [index, { code, output }] of runs.entries()) {
      expect(output).to.match(cases[index]?.[2] ?? /^$/);
      expect(code).to.equal(1);
    }
    expect(await auditOf(database.db, client.publicId)).to.deep.equal([]);
  });
});
