import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { TEST_SUBJECTS } from '../../shared/domain/test-subjects.js';
import { API_KEY, callProvider, type Exchange, parse } from './call-provider.js';

const BY_TYPE = [
  ['sa_id_number', '/address-lookup', (subject: string) => ({ idNumber: subject })],
  ['refugee_file_number', '/refugee-verification', (subject: string) => ({ refugeeFileNumber: subject })],
  [
    'contact_number',
    '/verify',
    (subject: string) => ({ reportType: 'contact_enquiry', contactNumber: subject }),
  ],
  [
    'company_registration_number',
    '/cipc',
    (subject: string) => ({ reportType: 'company', registrationNumber: subject }),
  ],
  ['vehicle_registration_number', '/vehicle-check', (subject: string) => ({ registrationNumber: subject })],
  [
    'name',
    '/aml-screening',
    (subject: string) => ({ name: subject, entity: 'person', country: 'ZA', dataset: 'all' }),
  ],
] as const;

describe('the misbehaving subjects of the sandbox', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY, slowMs: 30 });
  });
  afterEach(() => sandbox.close());

  for (const [type, path, bodyOf] of BY_TYPE) {
    const ask = (sandboxCase: string, signal?: AbortSignal): Promise<Exchange> => {
      const subject = TEST_SUBJECTS.find((row) => row.case === sandboxCase)?.subjects[type] ?? '';
      return callProvider(sandbox, path, bodyOf(subject), signal && { signal });
    };

    it(`${type}: the slow one answers after the delay, positively`, async () => {
      const started = performance.now();
      const exchange = await ask('slow');
      expect(performance.now() - started).to.be.at.least(29);
      expect([exchange.status, sandbox.calls()[0]?.case]).to.deep.equal([200, 'slow']);
    });

    it(`${type}: the one that never answers holds the connection, and has cost money`, async () => {
      const caller = new AbortController();
      const pending = ask('never_answers', caller.signal);
      const call = await waitFor(() => sandbox.calls()[0], { describe: 'the call is logged' });
      expect(call).to.include({ case: 'never_answers', answered: null, paid: true });
      caller.abort();
      expect(await pending).to.include({ status: undefined, error: 'ABORT_ERR' });
    });

    it(`${type}: the one that resets has been read before`, async () => {
      expect(await ask('reset')).to.include({ status: undefined, error: 'ECONNRESET' });
      expect(sandbox.calls()).to.have.length(1);
      expect(sandbox.calls()[0]).to.include({ case: 'reset', answered: null, paid: true });
    });

    it(`${type}: the broken one answers 500 in the error schema`, async () => {
      const exchange = await ask('server_error');
      expect(exchange.status).to.equal(500);
      expect(parse(exchange).error.code).to.equal('internal_error');
    });

    it(`${type}: the limited one is 429 at first and positive from then on`, async () => {
      const exchanges = [await ask('rate_limited_once'), await ask('rate_limited_once')];
      expect(exchanges.map(({ status }) => status)).to.deep.equal([429, 200]);
      expect(exchanges[0]?.headers['retry-after']).to.equal('1');
      expect(sandbox.calls().map(({ paid }) => paid)).to.deep.equal([false, true]);
    });

    it(`${type}: the garbled one answers 200 with what is not JSON`, async () => {
      const exchange = await ask('garbage');
      expect(exchange.status).to.equal(200);
      expect(() => JSON.parse(exchange.body)).to.throw(SyntaxError);
    });
  }

  it('closing ends calls that nobody would ever answer', async () => {
    const pending = callProvider(sandbox, '/address-lookup', { idNumber: '0001010006078' });
    await waitFor(() => sandbox.calls()[0], { describe: 'the call is logged' });
    await sandbox.close();
    expect(await pending).to.include({ status: undefined, error: 'ECONNRESET' });
  });
});
