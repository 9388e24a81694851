import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { MAX_DRAFTS } from '../../../shared/domain/batch.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { csvOf, spreadsheetOf, upload, withMergedCells } from '../../support/uploads/batch-files.js';

describe('Batches', function () {
  // Every upload starts a process, which compiles what it runs.
  this.timeout(120_000);

  let api: TestApi;
  let owner: TestClient;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    user = await api.createClientUser({ user: { name: 'Olga Sample' } });
    owner = await api.signIn(user);
  });
  after(() => api.close());

  const draft = async (
    content: Parameters<typeof upload>[1],
    fields?: Record<string, string>,
  ): Promise<Answer['body']> => {
    const answer = await upload(owner, content, fields);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body;
  };
  const pathOf = ({ batch_id }: { batch_id: string }, act = '') => `/api/v1/batches/${batch_id}${act}`;
  const start = (batch: { batch_id: string; credits: number }, more: object = {}) =>
    owner.post(pathOf(batch, '/start'), {
      charge_approved: true,
      authority_confirmed: true,
      credits_approved: batch.credits,
      ...more,
    });

  const MIXED = [
    'service_code,subject,Department',
    `said_verification,${syntheticIdentity(1)},A`,
    `said_verification,${syntheticIdentity(2)},B`,
    `said_verification,${syntheticIdentity(1)},C`,
    'said_verification,8.00102E+12,D',
    'said_verification,1010000071,E',
    'no_such_service,x,F',
  ].join('\r\n');

  it('begin as drafts that say what is in the file, and reserve nothing', async () => {
    const batch = await draft(MIXED);
    expect(batch).to.include({ status: 'draft', rows: 6, valid_rows: 3, faulty_rows: 3, duplicate_rows: 1 });
    expect(batch).to.include({ credits: 15, submitted_by: null, submitted_by_name: null });
    expect(batch.ignored_columns).to.deep.equal(['Department']);
    expect((await owner.get('/api/v1/wallet')).body.reserved).to.equal(0);
    expect((await owner.get('/api/v1/batches')).body.data[0]).to.include({ batch_id: batch.batch_id });

    const { data } = (await owner.get(pathOf(batch, '/rows?state=faulty'))).body;
    expect(JSON.stringify(data), 'what stands in the rows').not.to.include('8.00102E+12');
    const codes = data.map(({ row, faults }: Answer['body']) => [row, faults[0].field, faults[0].code]);
    expect(codes).to.deep.equal([
      [4, 'subject', 'damaged_by_spreadsheet'],
      [5, 'subject', 'damaged_by_spreadsheet'],
      [6, 'service_code', 'unknown_service'],
    ]);
    const duplicates = (await owner.get(pathOf(batch, '/rows?state=duplicate'))).body.data;
    expect(duplicates.map(({ row }: { row: number }) => row)).to.deep.equal([3]);
  });

  it('have a faulty row where an unquoted comma has shifted the cells', async () => {
    const batch = await draft(
      [
        'service_code,subject,purpose',
        `said_verification,${syntheticIdentity(1)},Tenant screening, lease 17`,
        `said_verification,${syntheticIdentity(2)},"Tenant screening, lease 17"`,
        `said_verification,${syntheticIdentity(3)},Tenant screening,, `,
      ].join('\n'),
    );
    expect(batch).to.include({ rows: 3, valid_rows: 2, faulty_rows: 1 });
    const { data } = (await owner.get(pathOf(batch, '/rows?state=faulty'))).body;
    expect(data[0]).to.include({ row: 1 });
    expect(data[0].faults[0]).to.include({ field: 'row', code: 'unknown_field' });
    expect(JSON.stringify(data), 'what stands in the row').not.to.include('lease');
  });

  it('refuse a row that states what the start decides for all of them', async () => {
    const own = {
      authority_confirmed: true,
      charge_approved: true,
      biometric_consent: true,
      idempotency_key: 'a-key-of-the-row',
      if_duplicate: 'refuse',
      duplicate_days: 7,
    };
    const line = { service_code: 'said_verification', subject: syntheticIdentity(81) };
    const lines = Object.entries(own).map(([name, value]) => JSON.stringify({ ...line, [name]: value }));
    const batch = await draft([...lines, JSON.stringify(line)].join('\n'));
    expect(batch).to.include({ valid_rows: 1, faulty_rows: lines.length });
    const { data } = (await owner.get(pathOf(batch, '/rows?state=faulty'))).body;
    const faults = (data as { faults: { field: string; code: string }[] }[]).flatMap((row) => row.faults);
    expect(faults.map(({ field, code }) => [field, code])).to.deep.equal(
      Object.keys(own).map((name) => [name, 'not_applicable']),
    );
  });

  it('use the defaults of the form for a row without a value of its own, or with white space alone', async () => {
    const fields = { service_code: 'said_verification', purpose: 'Of the form', reference: 'Case' };
    const csv = ['subject,purpose,reference,service_code', `${syntheticIdentity(82)}, ,\t,\u00a0`].join(
      '\r\n',
    );
    const lines = [
      { subject: syntheticIdentity(83), purpose: ' ', reference: '', service_code: '\t' },
      { subject: syntheticIdentity(84), purpose: 'Of the row' },
    ].map((row) => JSON.stringify(row));
    for (const content of [csv, lines.join('\n')]) {
      const batch = await draft(content, fields);
      expect(batch, content).to.include({ faulty_rows: 0 });
    }
  });

  it('report digits that a spreadsheet has lost, also where it has written the number out', async () => {
    const csv = ['service_code,subject', 'said_verification,8001020000000'].join('\r\n');
    const { data } = (await owner.get(pathOf(await draft(csv), '/rows'))).body;
    expect(data[0].faults[0]).to.include({ field: 'subject', code: 'damaged_by_spreadsheet' });
  });

  it('report names that lost letters, as those in UTF-8 do where another program added a row to the file', async () => {
    const rows = ['service_code,subject', 'aml_screening,Zo\u00EB Test', 'aml_screening,Test One', ''].join(
      '\r\n',
    );
    const added = Buffer.from('aml_screening,Ren\u00E9 Test', 'latin1');
    const batch = await draft(new Uint8Array([...Buffer.from(rows), ...added]));
    expect(batch).to.include({ valid_rows: 2, faulty_rows: 1 });
    const { data } = (await owner.get(pathOf(batch, '/rows'))).body;
    expect(data[0].faults[0]).to.include({ field: 'subject', code: 'invalid_name' });
  });

  it('report a reference that a spreadsheet has turned into a date', async () => {
    const sheet = spreadsheetOf([
      ['service_code', 'subject', 'reference'],
      ['said_verification', syntheticIdentity(85), { day: 45_000 }],
    ]);
    const { data } = (await owner.get(pathOf(await draft(sheet), '/rows'))).body;
    expect(data[0].faults).to.have.length(1);
    expect(data[0].faults[0]).to.include({ field: 'reference', code: 'damaged_by_spreadsheet' });
    expect(data[0].faults[0].message).to.include('a date');
  });

  it('report formula errors, which are neither a subject nor a reason to use the defaults of the form', async () => {
    const csv = [
      'service_code,subject,reference',
      'aml_screening,#N/A,',
      'aml_screening,#NOME?,',
      `#REF!,${syntheticIdentity(86)},`,
      `said_verification,${syntheticIdentity(87)},Err:502`,
    ].join('\r\n');
    const { data } = (await owner.get(pathOf(await draft(csv), '/rows'))).body;
    const faults = (data as { faults: { field: string; code: string }[] }[]).flatMap((row) => row.faults);
    expect(faults.map(({ field, code }) => [field, code])).to.deep.equal([
      ['subject', 'damaged_by_spreadsheet'],
      ['subject', 'damaged_by_spreadsheet'],
      ['service_code', 'damaged_by_spreadsheet'],
      ['reference', 'damaged_by_spreadsheet'],
    ]);
  });

  it('report cells merged with the one above, which are no reason to use the defaults of the form either', async () => {
    const rows = [
      ['service_code', 'subject'],
      ['aml_screening', 'Test Subject One'],
      ['', syntheticIdentity(92)],
    ];
    const form = { service_code: 'said_verification', purpose: 'Screening' };
    const batch = await draft(Buffer.from(withMergedCells(rows, ['A2:A3'])), form);
    const { data } = (await owner.get(pathOf(batch, '/rows'))).body;
    const [, below] = data as { faults: { field: string; code: string }[] }[];
    expect(below?.faults.map(({ field, code }) => [field, code])).to.deep.equal([
      ['service_code', 'damaged_by_spreadsheet'],
    ]);
  });

  it('do not repeat the names of unknown members of a line, whatever their values look like', async () => {
    const name = syntheticIdentity(89);
    const lines = ['#N/A', { date: true }].map((value) =>
      JSON.stringify({ subject: syntheticIdentity(88), [name]: value }),
    );
    const rows = (await owner.get(pathOf(await draft(lines.join('\n')), '/rows'))).body;
    expect(JSON.stringify(rows)).not.to.include(name);
  });

  it('do not echo the first row of a file without a header, which is about somebody', async () => {
    const answer = await upload(owner, 'phone_trace,0710000001,Test Subject One\r\nphone_trace,0710000002,x');
    expect(answer.status).to.equal(422);
    expect(answer.body.columns).to.deep.equal([]);
    expect(JSON.stringify(answer.body)).not.to.match(/0710000001|Test Subject/);
  });

  it('store the content of their rows sealed, and never show it', async () => {
    const batch = await draft(csvOf(2, { from: 71 }));
    const rows = await api.db.query<{ row: string }>('SELECT r::text AS row FROM batch_rows r');
    const shown = JSON.stringify([rows, (await owner.get(pathOf(batch, '/rows'))).body, api.logs()]);
    expect(shown).not.to.include(syntheticIdentity(71));
    expect(shown).not.to.include(Buffer.from(syntheticIdentity(71)).toString('hex'));
  });

  it('answer the same file with 409 and the first batch, unless the repetition is intended', async () => {
    const batch = await draft(csvOf(1));
    const again = await upload(owner, csvOf(1));
    expect([again.status, again.body.batch_id]).to.deep.equal([409, batch.batch_id]);
    await draft(csvOf(1), { purpose: 'Once more', allow_repeat: 'true' });
    const both = await Promise.all([upload(owner, csvOf(3)), upload(owner, csvOf(3))]);
    // A client may have one upload at a time, so the second may also be refused with a retry.
    expect(both.filter(({ status }) => status === 201)).to.have.length(1);
  });

  it('are limited in the number of drafts, until one is started or cancelled', async () => {
    const client = await api.signIn(await api.createClientUser());
    const { batch_id } = (await upload(client, csvOf(1))).body;
    await api.db.query(
      `INSERT INTO batches SELECT other.* FROM batches b CROSS JOIN generate_series(1, $2::integer) AS n
       CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
         'file_hash', sha256(n::text::bytea))) AS other WHERE b.id = $1`,
      [fromPublicId('batch', batch_id), MAX_DRAFTS - 1],
    );
    const refused = await upload(client, csvOf(2));
    expect([refused.status, refused.body.status]).to.deep.equal([409, 'conflict']);
    expect(refused.body.message).to.include(`${MAX_DRAFTS} drafts`);
    expect((await upload(client, csvOf(1))).body.batch_id, 'a repeated file is named').to.equal(batch_id);
    await client.post(`/api/v1/batches/${batch_id}/cancel`, {});
    expect((await upload(client, csvOf(2))).status).to.equal(201);
  });

  it('report everything that is wrong with an upload at once', async () => {
    const answer = await upload(owner, csvOf(1), {
      ...{ allow_repeat: 'yes', columns: '[]', extra: 'x', service_code: 'no_such_service' },
    });
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({
      allow_repeat: 'invalid_choice',
      columns: 'invalid_type',
      service_code: 'unknown_service',
      extra: 'unknown_field',
    });
    const unclear = await upload(owner, 'a,b\n1,2', { columns: '{"a":"subject","\\u0061":""}' });
    expect(faultsOf(unclear), 'a column that is said to be two things').to.deep.equal({
      columns: 'invalid_type',
    });
    const withoutSubject = await upload(owner, 'reference,b\n1,2');
    expect(faultsOf(withoutSubject)).to.deep.equal({ subject: 'missing_column' });
    expect(withoutSubject.body.columns).to.deep.equal(['b']);
    expect((await owner.post('/api/v1/batches', {})).status).to.equal(415);
  });

  it('refuse defaults that no row could have', async () => {
    const tooLong = 'x'.repeat(101);
    const told = async (purpose: string, reference: string): Promise<object> =>
      faultsOf(await upload(owner, csvOf(1, { from: 90 }), { purpose, reference, allow_repeat: 'true' }));
    expect(await told('ab', tooLong)).to.deep.equal({ purpose: 'too_short', reference: 'too_long' });
    const number = syntheticIdentity(90);
    expect(await told(`For ${number}`, `For ${number}`)).to.deep.equal({
      purpose: 'personal_data',
      reference: 'personal_data',
    });
    expect(await told('Of\u200bthe form', 'a\u202eb')).to.deep.equal({
      purpose: 'invalid_text',
      reference: 'invalid_text',
    });
    // As browsers send a field in which nothing was entered, or only a space.
    await draft(csvOf(1, { from: 90 }), { purpose: '', reference: ' ', allow_repeat: 'true' });
  });

  it('say that a part without a file name came as text', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nsubject\r\n1\r\n--x--\r\n';
    const answer = await owner.send('POST', '/api/v1/batches', {
      body: part,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer.body.errors).to.have.length(1);
    expect(answer.body.errors[0]).to.include({ field: 'file', code: 'invalid_type' });
    expect(answer.body.errors[0].message).to.include('as text');
  });

  it('are refused in a compressed form', async () => {
    const packed = { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' };
    const body = new Uint8Array(gzipSync('--x--'));
    const answer = await owner.send('POST', '/api/v1/batches', { body, headers: packed });
    expect([answer.status, answer.body.status]).to.deep.equal([415, 'unsupported_media_type']);
  });

  it('take a file of 5 MiB and columns of 8192 characters, and not one more', async () => {
    const blankLine = `\n${' '.repeat(1023)}`;
    const ofSize = (bytes: number) => `${csvOf(1)}${blankLine.repeat(5 * 1024)}`.slice(0, bytes);
    await draft(ofSize(5 * 1024 * 1024));
    expect((await upload(owner, ofSize(5 * 1024 * 1024 + 1))).status).to.equal(413);

    const ofLength = (length: number) => `{"${'é'.repeat(length - 7)}":""}`;
    const allowRepeat = { purpose: 'Columns', allow_repeat: 'true' };
    await draft(csvOf(1), { ...allowRepeat, columns: ofLength(8192) });
    const longer = await upload(owner, csvOf(1), { ...allowRepeat, columns: ofLength(8193) });
    expect(faultsOf(longer)).to.deep.equal({ columns: 'too_long' });
  });

  it('take their purpose and columns from the form where the rows have none', async () => {
    const fields = { service_code: 'said_verification', columns: '{"Nr":"subject"}' };
    const without = await draft(`Nr\n${syntheticIdentity(5)}`, fields);
    expect(without).to.include({ valid_rows: 0 });
    const batch = await draft(`Nr\n${syntheticIdentity(6)}`, { ...fields, purpose: 'From the form' });
    expect(batch).to.include({ valid_rows: 1 });
  });

  it('say which column of the mapping the file lacks', async () => {
    const columns = '{"Nr":"subject","Ref no.":"reference","Note":""}';
    const answer = await upload(owner, `Nr,Ref\n${syntheticIdentity(5)},A1`, { purpose: 'Columns', columns });
    expect(faultsOf(answer)).to.deep.equal({ columns: 'missing_column' });
    expect(answer.body.errors[0].message).to.include('no column named "Ref no."');
  });

  it('are started with their charge and consents only', async () => {
    const batch = await draft(`service_code,subject\nidentity_check,${syntheticIdentity(7)}`);
    expect(faultsOf(await start(batch, { charge_approved: false }))).to.deep.equal({
      charge_approved: 'must_be_true',
    });
    expect(faultsOf(await start(batch))).to.deep.equal({ biometric_consent: 'must_be_true' });
    const dearer = await start(batch, { biometric_consent: true, credits_approved: 11 });
    expect(faultsOf(dearer)).to.deep.equal({ credits_approved: 'charge_changed' });
    const started = await start(batch, { biometric_consent: true });
    expect(started.body).to.include({ status: 'running', submitted_by: user.publicId, progress: 0 });
    expect(started.body.submitted_by_name).to.equal('Olga Sample');
    const list = await owner.get('/api/v1/batches', { headers: { accept: 'text/csv' } });
    expect(list.body).to.match(/,submitted_by_name\r\n.*,Olga Sample\r\n$/);
    expect((await start(batch, { biometric_consent: true })).status).to.equal(409);
  });

  it('leave out duplicate rows when asked to', async () => {
    const batch = await draft(MIXED);
    const { body } = await owner.get(pathOf(batch));
    expect(body.credits_without_duplicates).to.equal(10);
    expect(body.credits_waiting).to.equal(body.credits);
    const started = await start(batch, { skip_duplicates: true, credits_approved: 10 });
    expect(started.body.counts).to.include({ valid: 2, skipped: 1, faulty: 3 });
  });

  it('are paused, resumed and cancelled, which destroys the content of waiting rows', async () => {
    const batch = await draft(csvOf(4));
    const early = await owner.post(pathOf(batch, '/pause'));
    expect(early.status).to.equal(409);
    expect(early.body.message).to.equal(
      'This batch is a draft. The action is only possible while it is running.',
    );
    await start(batch);
    expect((await owner.post(pathOf(batch, '/pause'))).body).to.include({
      status: 'paused',
      reason: 'requested',
    });
    expect((await owner.post(pathOf(batch, '/resume'))).body).to.include({ status: 'running', reason: null });
    const cancelled = await owner.post(pathOf(batch, '/cancel'));
    expect(cancelled.body.counts).to.include({ cancelled: 4 });
    expect(cancelled.body.credits_waiting).to.equal(0);
    expect((await owner.post(pathOf(batch, '/resume'))).status).to.equal(409);
    const [left] = await api.db.query<{ inputs: number; keys: number }>(
      `SELECT count(r.input_sealed)::int AS inputs, count(b.data_key)::int AS keys
       FROM batches b JOIN batch_rows r ON r.batch_id = b.id WHERE b.client_id = $1`,
      [user.clientId],
    );
    expect(left).to.deep.equal({ inputs: 0, keys: 0 });
    expect((await upload(owner, csvOf(4))).status, 'nothing is left of the file').to.equal(201);
  });

  it('lose the rows of a subject that is erased', async () => {
    const batch = await draft(csvOf(3, { from: 31 }));
    const admin = await api.signIn(await api.createStaff('admin'));
    const { body } = await owner.get('/api/v1/me');
    await admin.post(`/api/v1/admin/clients/${body.client.client_id}/personal-data/erasures`, {
      subject: syntheticIdentity(32),
      reason: 'Asked for by letter',
    });
    const left = (await owner.get(pathOf(batch))).body;
    expect(left.counts).to.include({ valid: 2, erased: 1 });
    expect(left, 'the price of what is left').to.include({ credits: 10, credits_without_duplicates: 10 });
    expect((await upload(owner, csvOf(3, { from: 31 }))).status).to.equal(409);
    for (const identity of [31, 33]) {
      await admin.post(`/api/v1/admin/clients/${body.client.client_id}/personal-data/erasures`, {
        subject: syntheticIdentity(identity),
        reason: 'Asked for by letter',
      });
    }
    expect((await upload(owner, csvOf(3, { from: 31 }))).status, 'nothing is left of the file').to.equal(201);
    const none = (await owner.get(pathOf(batch))).body;
    expect(none.credits).to.equal(0);
    expect((await start(none)).status, 'no row is left to submit').to.equal(409);
  });

  it('are resumed at another charge only once somebody has approved it', async () => {
    const batch = await draft(csvOf(1, { from: 61 }));
    await start(batch);
    await owner.post(pathOf(batch, '/pause'));
    await api.db.query(`UPDATE batches SET charges = '{"said_verification": 1}' WHERE id = $1`, [
      fromPublicId('batch', batch.batch_id),
    ]);
    const silent = await owner.post(pathOf(batch, '/resume'));
    expect(faultsOf(silent)).to.deep.equal({ credits_approved: 'charge_changed' });
    const approved = await owner.post(pathOf(batch, '/resume'), { credits_approved: batch.credits });
    expect(approved.body).to.include({ status: 'running' });
  });

  it('are not started when somebody cancels them at the same moment', async () => {
    const batch = await draft(csvOf(1, { from: 62 }));
    let starting: Promise<Answer> | undefined;
    await api.db.transaction(async (sql) => {
      await sql.query(
        `UPDATE batches SET status = 'cancelled', reason = 'requested', data_key = NULL, ended_at = now() WHERE id = $1`,
        [fromPublicId('batch', batch.batch_id)],
      );
      starting = start(batch);
      await untilBlocked(api.db);
    });
    expect((await starting)?.status).to.equal(409);
    expect((await owner.get(pathOf(batch))).body).to.include({ status: 'cancelled' });
  });

  it('are resumed with the charge that they state, also where it is nothing because no row waits any more', async () => {
    const batch = await draft(csvOf(1, { from: 41 }));
    await start(batch);
    await owner.post(pathOf(batch, '/pause'));
    const admin = await api.signIn(await api.createStaff('admin'));
    const { body } = await owner.get('/api/v1/me');
    await admin.post(`/api/v1/admin/clients/${body.client.client_id}/personal-data/erasures`, {
      subject: syntheticIdentity(41),
      reason: 'Asked for by letter',
    });
    const resume = (charge: number) => owner.post(pathOf(batch, '/resume'), { credits_approved: charge });
    const { credits_waiting: charge } = (await owner.get(pathOf(batch))).body;
    expect(charge).to.equal(0);
    expect(faultsOf(await resume(5))).to.deep.equal({ credits_approved: 'charge_changed' });
    expect((await resume(charge)).body).to.include({ status: 'running', reason: null });
  });

  it('estimate the remaining time only once a row is done, not because one was erased before', async () => {
    const batch = await draft(csvOf(3, { from: 51 }));
    const admin = await api.signIn(await api.createStaff('admin'));
    const { body } = await owner.get('/api/v1/me');
    await admin.post(`/api/v1/admin/clients/${body.client.client_id}/personal-data/erasures`, {
      subject: syntheticIdentity(52),
      reason: 'Asked for by letter',
    });
    const { body: running } = await start((await owner.get(pathOf(batch))).body);
    expect(running).to.deep.include({ status: 'running', eta_seconds: null });
    expect(running.counts).to.include({ erased: 1 });
  });

  it('cost what a draft says, even if prices have changed since the upload', async () => {
    const batch = await draft(MIXED);
    const id = fromPublicId('batch', batch.batch_id);
    await api.db.query(`UPDATE batches SET credits = 999, price_release = '2020-01' WHERE id = $1`, [id]);
    const now = (await owner.get(pathOf(batch))).body;
    expect(now).to.include({ credits: 15, credits_without_duplicates: 10, release: PRICE_LIST.release });
    expect((await start(now, { credits_approved: 0 })).body.errors[0].code).to.equal('charge_changed');
    expect((await start(now)).body).to.include({ status: 'running', credits: 15 });
  });

  it('cost what their rows cost after some of them were erased', async () => {
    const [kept, erased] = [syntheticIdentity(34), syntheticIdentity(35)];
    const rows = [kept, kept, erased, erased].map((subject) => `said_verification,${subject}`);
    const batch = await draft(['service_code,subject', ...rows].join('\n'));
    expect(batch).to.include({ credits: 20, duplicate_rows: 2 });
    const admin = await api.signIn(await api.createStaff('admin'));
    const { body } = await owner.get('/api/v1/me');
    await admin.post(`/api/v1/admin/clients/${body.client.client_id}/personal-data/erasures`, {
      subject: erased,
      reason: 'Asked for by letter',
    });
    const { body: left } = await owner.get(pathOf(batch));
    expect(left).to.include({ credits: 10, credits_without_duplicates: 5, credits_waiting: 10 });
    const started = await start({ ...batch, credits: left.credits });
    expect(started.status, JSON.stringify(started.body)).to.equal(200);
    expect(started.body).to.include({ credits: 10, credits_without_duplicates: 5 });
  });

  it('offer their results at any time, and a template to begin with', async () => {
    const batch = await draft(MIXED);
    const results = await owner.get(pathOf(batch, '/results'));
    expect(results.status).to.equal(200);
    expect(results.body.split('\r\n')).to.have.length(8);
    expect(results.body).to.include('4,faulty,');
    const template = await owner.get('/api/v1/batches/template');
    const again = await upload(owner, template.body, {});
    expect(again.body).to.include({ rows: 2, valid_rows: 2 });
  });

  it('arrive one at a time from a client, in both modes together, however slowly', async () => {
    // Another session: switching one ends its token.
    const { body } = await (await api.signIn(user)).post('/api/v1/me/mode', { mode: 'test' });
    const inTestMode = api.client.withToken(body.access_token);
    const other = await api.signIn(await api.createClientUser());
    let end = (): void => undefined;
    // As long as an upload in live mode is arriving.
    const arriving = api.deps.batchFiles.inTurn(
      user.clientId,
      () =>
        new Promise<void>((done) => {
          end = done;
        }),
    );
    expect((await upload(inTestMode, csvOf(1))).status, 'the same client').to.equal(429);
    expect((await upload(other, csvOf(1))).status, 'another client').to.equal(201);
    end();
    await arriving;
    expect((await upload(inTestMode, csvOf(1))).status, 'afterwards').to.equal(201);
  });

  it('are not found by another client', async () => {
    const batch = await draft(csvOf(1));
    const other = await api.signIn(await api.createClientUser());
    for (const act of ['', '/rows', '/results']) {
      expect((await other.get(pathOf(batch, act))).status).to.equal(404);
    }
    for (const act of ['/pause', '/resume', '/cancel']) {
      expect((await other.post(pathOf(batch, act))).status).to.equal(404);
    }
    expect((await other.get('/api/v1/batches')).body.data).to.deep.equal([]);
  });
});
