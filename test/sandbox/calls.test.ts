import { expect } from 'chai';
import { CallLog } from '../../sandbox/call-log.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { API_KEY, callProvider } from './call-provider.js';

const OPEN = { headers: { authorization: '' } };

describe('the call log of the sandbox', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY });
  });
  afterEach(() => sandbox.close());

  function lookUp(idNumber: string, reference: string) {
    const headers = { 'x-client-reference': reference, 'idempotency-key': `key-${reference}` };
    return callProvider(sandbox, '/address-lookup', { idNumber }, { headers });
  }

  async function report(query = ''): Promise<{
    data: Record<string, unknown>[];
    total: number;
    paid_by_reference: Record<string, number>;
  }> {
    const exchange = await callProvider(sandbox, `/_calls${query}`, '', { method: 'GET', ...OPEN });
    return JSON.parse(exchange.body);
  }

  it('tells when, where, for whom and how a call was answered, without a key', async () => {
    await lookUp('0001010001079', 'check-1');
    const [call] = (await report()).data;
    expect(new Date(String(call?.at)).toISOString()).to.equal(call?.at);
    expect(call).to.deep.include({
      path: '/address-lookup',
      subject: '*********1079',
      reference: 'check-1',
      idempotency_key: 'key-check-1',
      case: 'negative',
      answered: 200,
      paid: true,
    });
  });

  it('names the report type where there is one', async () => {
    const body = { reportType: 'said_verification', idNumber: '0001010000071' };
    await callProvider(sandbox, '/verify', body);
    expect((await report()).data[0]).to.include({ reportType: 'said_verification' });
  });

  it('never holds a whole subject, whatever was sent', async () => {
    await lookUp('0001010000071', 'check-1');
    await callProvider(sandbox, '/address-lookup', { idNumber: '0001010000072' });
    await callProvider(sandbox, '/nothing-here', { idNumber: '0001010000071' });
    expect(JSON.stringify(await report())).to.not.match(/\d{13}/);
  });

  it('counts what costs money by reference, and leaves out clear refusals', async () => {
    await lookUp('0001010000071', 'a');
    await lookUp('0001010002077', 'a');
    await lookUp('0001010008074', 'b');
    await lookUp('0001010004073', 'b');
    await lookUp('0001010007076', 'c');
    const { total, paid_by_reference } = await report();
    expect(total).to.equal(4);
    expect(paid_by_reference).to.deep.equal({ a: 2, b: 1, c: 1 });
  });

  it('shows one reference alone when asked', async () => {
    await lookUp('0001010000071', 'a');
    await lookUp('0001010004073', 'b');
    await lookUp('0001010000071', 'b');
    const { data, total } = await report('?reference=b');
    expect(data.map((call) => call.answered)).to.deep.equal([422, 200]);
    expect(total).to.equal(1);
  });

  it('is cleared on demand, and the limited subject is limited anew', async () => {
    await lookUp('0001010009072', 'a');
    expect((await callProvider(sandbox, '/_calls', '', { method: 'DELETE', ...OPEN })).status).to.equal(204);
    expect(sandbox.calls()).to.deep.equal([]);
    expect((await lookUp('0001010009072', 'b')).status).to.equal(429);
  });

  it('gives copies: what a test does with them changes nothing', async () => {
    await lookUp('0001010000071', 'a');
    for (const call of sandbox.calls()) call.paid = false;
    expect(sandbox.calls()[0]?.paid).to.equal(true);
  });

  it('takes no other method', async () => {
    expect((await callProvider(sandbox, '/_calls', '', { method: 'PUT', ...OPEN })).status).to.equal(405);
  });

  it('keeps the newest calls and at most 100 000', () => {
    const log = new CallLog();
    for (let number = 1; number <= 100_001; number += 1) {
      log.open({ path: '/verify', case: 'positive', reference: String(number) });
    }
    const calls = log.list();
    expect(calls.length).to.be.within(90_000, 100_000);
    expect(calls.at(-1)?.reference).to.equal('100001');
  });
});
