import { request } from 'node:http';
import { expect } from 'chai';
import { writeExport } from '../../../api/personal-data/write-export.js';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database } from '../../../shared/db/database.js';
import { searchSubject } from '../../../shared/db/search-subject.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { buildFullVerification, FACT } from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { storeAnswer } from '../reviews/desk.js';

const SUBJECT = '0001010000071';
const OTHER = '0001010001079';
const REASON = 'Request of the person, ticket 4711';

describe('POST /api/v1/admin/clients/{id}/personal-data/exports', () => {
  let api: TestApi;
  let adminId: string;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    const user = await api.createStaff('admin');
    adminId = user.publicId;
    admin = await api.signIn(user);
  });
  after(() => api.close());

  const pathOf = (client: string): string => `/api/v1/admin/clients/${client}/personal-data/exports`;
  const exportSubject = (client: string, body: object = {}): Promise<Answer> =>
    admin.post(pathOf(client), { subject: SUBJECT, reason: REASON, ...body });

  it('gives everything that is held on the subject, opened', async () => {
    const client = await buildClient(api.db);
    const built = await buildFullVerification(api.db, {
      clientId: client.id,
      subject: SUBJECT,
      parameters: {},
    });
    const answer = await exportSubject(client.publicId, { subject: '000101 0000 071' });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=personal-data.json');
    const { verifications, ...head } = answer.body;
    expect(head).to.include({ client_id: client.publicId, subject: '000101 0000 071' });
    expect(verifications).to.have.length(1);
    const [record] = verifications;
    expect(record).to.deep.include({ request_id: built.requestId, subject: SUBJECT, parameters: {} });
    expect(Buffer.from(record.photo, 'base64').toString()).to.equal(FACT);
    expect(record.checks[0].details).to.deep.equal({ surname: FACT });
    expect(record.result.provider_reference).to.equal(FACT);
    expect(record.consent.authority_confirmed).to.equal(true);
    expect(record.review_notes).to.have.length(1);
    expect(record.review_notes[0]).to.include({ kind: 'note', text: FACT });
    expect(record.wallet_entries.map(({ kind }: { kind: string }) => kind)).to.deep.equal([
      'reserve',
      'charge',
    ]);
    expect(record.audit_log.map(({ action }: { action: string }) => action)).to.deep.equal([
      'review.note_added',
    ]);
    expect(record.provider_calls).to.have.length(1);
    expect(record.provider_calls[0]).to.include({ state: 'answered', http_status: 200 });
    expect(record.provider_calls[0].late_finding).to.deep.equal({
      outcome: 'positive',
      label: FACT,
      details: { surname: FACT },
    });
    expect(record.provider_calls[0], 'answers come only when asked for').to.not.have.property('answer');
  });

  it('has the answers of the provider when they are asked for', async () => {
    const client = await buildClient(api.db);
    await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    const { body } = await exportSubject(client.publicId, { include_answers: true });
    expect(body.verifications[0].provider_calls[0].answer).to.equal(FACT);
  });

  const mixedUp: [what: string, answer: string, reason: string][] = [
    ['was judged to be about somebody else', '{}', 'wrong_subject'],
    ['names somebody else', JSON.stringify({ subject: OTHER }), 'wrong_schema'],
    ['holds the number of somebody else', `<td>${OTHER}</td>`, 'not_json'],
  ];
  for (const [what, answer, reason] of mixedUp) {
    it(`withholds an answer that ${what}`, async () => {
      const client = await buildClient(api.db);
      const built = await buildVerification(api.db, {
        clientId: client.id,
        subject: SUBJECT,
        status: 'manual_review',
      });
      const callId = await storeAnswer(api, built, answer);
      await api.db.query('UPDATE provider_calls SET reason = $2 WHERE id = $1', [callId, reason]);
      const { body } = await exportSubject(client.publicId, { include_answers: true });
      const [call] = body.verifications[0].provider_calls;
      expect(call).to.include({ answer: null, answer_withheld: 'about_somebody_else' });
      expect(JSON.stringify(body)).to.not.include(OTHER);
    });
  }

  it('has the status of an answer that HTTP does not know', async () => {
    const client = await buildClient(api.db);
    const { id } = await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    await api.db.query(
      `UPDATE provider_calls SET http_status = 999
        WHERE check_id IN (SELECT id FROM checks WHERE verification_id = $1)`,
      [id],
    );
    const { body } = await exportSubject(client.publicId);
    expect(body.verifications[0].provider_calls[0].http_status).to.equal(999);
  });

  it('never has anything of another client or another subject, or of what is erased', async () => {
    const [client, foreign] = [await buildClient(api.db), await buildClient(api.db)];
    const mine = [
      await buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'completed' }),
      await buildVerification(api.db, { clientId: client.id, subject: SUBJECT, status: 'manual_review' }),
      await buildVerification(api.db, { clientId: client.id, subject: SUBJECT }),
    ];
    await buildVerification(api.db, { clientId: client.id, subject: OTHER, status: 'completed' });
    await buildVerification(api.db, { clientId: foreign.id, subject: SUBJECT, status: 'completed' });
    const ids = async () =>
      (await exportSubject(client.publicId)).body.verifications.map(
        ({ request_id }: { request_id: string }) => request_id,
      );
    expect(await ids()).to.deep.equal(mine.map(({ requestId }) => requestId));
    await admin.post(`/api/v1/admin/clients/${client.publicId}/personal-data/erasures`, {
      subject: SUBJECT,
      reason: REASON,
    });
    expect(await ids(), 'what is open is there until it is settled').to.deep.equal(
      mine.slice(1).map(({ requestId }) => requestId),
    );
  });

  it('is in the audit log without the subject, and in no log line', async () => {
    const client = await buildClient(api.db);
    const built = await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    await exportSubject(client.publicId, { include_answers: true });
    const acts = await auditOf(api.db, client.publicId);
    expect(acts).to.deep.equal([
      {
        actor: adminId,
        action: 'personal_data.exported',
        ip_address: '127.0.0.1',
        details: { reason: REASON, answers_included: true, request_ids: [built.requestId] },
      },
    ]);
    expect(JSON.stringify([acts, api.logs()]))
      .to.not.include(SUBJECT)
      .and.to.not.include(FACT);
  });

  it('breaks off when something does not open, so that nobody takes it for complete', async () => {
    const client = await buildClient(api.db);
    const built = await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    await api.db.query(`UPDATE checks SET details_sealed = '\\x0102' WHERE verification_id = $1`, [built.id]);
    const { write } = process.stderr;
    let printed = '';
    process.stderr.write = (text: string | Uint8Array) => {
      printed += String(text);
      return true;
    };
    const failure = await exportSubject(client.publicId)
      .catch((error: unknown) => error)
      .finally(() => {
        process.stderr.write = write;
      });
    expect(failure).to.be.instanceOf(Error);
    expect(printed, 'past the logger').to.equal('');
    // Before version 22 of Node, the line of the request itself comes last.
    const lines = api.logs().slice(-2);
    expect(lines.map(({ level, msg }) => `${level}: ${msg}`)).to.include(
      'error: request failed because of a defect',
    );
    expect((await api.client.get('/healthz')).status, 'the process goes on').to.equal(200);
  });

  it('does not mind a caller who goes away', async () => {
    const client = await buildClient(api.db, { balance: 1_000_000 });
    for (let count = 0; count < 10; count += 1) {
      await buildFullVerification(api.db, {
        clientId: client.id,
        subject: SUBJECT,
        checks: [{ photo: Buffer.alloc(800_000, count) }],
      });
    }
    const before = api.logs().filter(({ level }) => level === 'error').length;
    const { authorization = '' } = admin.headers;
    await new Promise<void>((resolve, reject) => {
      const call = request(
        `${api.url}${pathOf(client.publicId)}`,
        { method: 'POST', headers: { authorization, 'content-type': 'application/json' } },
        (response) => response.once('data', () => call.destroy()),
      );
      call.once('close', resolve);
      call.once('error', (error: { code?: string }) => error.code === 'ECONNRESET' || reject(error));
      call.end(JSON.stringify({ subject: SUBJECT, reason: REASON }));
    });
    await waitFor(
      () => api.logs().some(({ aborted, route }) => aborted === true && String(route).endsWith('/exports')),
      {
        describe: 'the request is over',
      },
    );
    expect(api.logs().filter(({ level }) => level === 'error')).to.have.length(before);
  });

  it('takes one connection of the pool at a time', async () => {
    const client = await buildClient(api.db);
    await buildFullVerification(api.db, { clientId: client.id, subject: SUBJECT });
    let [inWork, most] = [0, 0];
    const counting: Database = {
      ...api.db,
      query: async (text, values) => {
        inWork += 1;
        most = Math.max(most, inWork);
        return api.db.query<never>(text, values).finally(() => {
          inWork -= 1;
        });
      },
    };
    const { indexKey, encryptionKeys: keyring } = api.deps.config;
    const search = searchSubject(indexKey, client.id, SUBJECT, new Date());
    if (search === undefined) throw new Error('The subject is one that a service takes');
    const request = { clientId: client.id, subject: SUBJECT, search, reason: REASON, includeAnswers: true };
    const pieces: string[] = [];
    const { document } = await writeExport({ db: counting, keyring }, request, { actor: 'system' });
    for await (const piece of document) {
      pieces.push(piece);
    }
    expect(JSON.parse(pieces.join('')).verifications).to.have.length(1);
    expect(most).to.equal(1);
  });

  it('judges its fields like every other route', async () => {
    const client = await buildClient(api.db);
    expect(
      faultsOf(await exportSubject(client.publicId, { include_answers: 'true', reason: `About ${OTHER}` })),
    ).to.deep.equal({ include_answers: 'must_be_true', reason: 'personal_data' });
  });
});
