import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { API_KEY, callProvider, type Exchange, parse } from './call-provider.js';

const SUBJECT = '0001010000071';
const MIB = 1024 * 1024;

describe('the faults of the sandbox', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY, slowMs: 30 });
  });
  afterEach(() => sandbox.close());

  function order(fault: unknown): Promise<Exchange> {
    return callProvider(sandbox, '/_faults', fault, { headers: { authorization: '' } });
  }

  function lookUp(path = '/address-lookup', signal?: AbortSignal): Promise<Exchange> {
    return callProvider(sandbox, path, { idNumber: SUBJECT }, signal && { signal });
  }

  it('status answers it, with Retry-After and body as ordered', async () => {
    const body = { error: { code: 'funds', message: 'No funds' } };
    await order({ fault: 'status', status: 402, headers: { 'Retry-After': '7' }, body });
    const exchange = await lookUp();
    expect(exchange.status).to.equal(402);
    expect(exchange.headers['retry-after']).to.equal('7');
    expect(parse(exchange)).to.deep.equal(body);
    expect(sandbox.calls()[0]).to.include({ case: 'fault:status', answered: 402, paid: false });
  });

  it('status is 500 in the error schema unless ordered otherwise', async () => {
    await order({ fault: 'status' });
    const exchange = await lookUp();
    expect([exchange.status, parse(exchange).error.code]).to.deep.equal([500, 'fault']);
  });

  it('a body that is a string is sent as it is', async () => {
    await order({
      fault: 'status',
      status: 400,
      body: '<h1>no</h1>',
      headers: { 'content-type': 'text/html' },
    });
    const exchange = await lookUp();
    expect([exchange.status, exchange.body]).to.deep.equal([400, '<h1>no</h1>']);
    expect(exchange.headers['content-type']).to.equal('text/html');
  });

  it('a refusal outside the error schema is the word of a gateway, and the work behind it is paid for', async () => {
    for (const body of ['<h1>Forbidden</h1>', { message: 'Forbidden' }, { error: 'Forbidden' }]) {
      await order({ fault: 'status', status: 403, body, times: 1 });
      await lookUp();
      expect(sandbox.calls().at(-1), JSON.stringify(body)).to.include({ answered: 403, paid: true });
    }
  });

  it('reset breaks the connection after the request was read', async () => {
    await order({ fault: 'reset' });
    expect(await lookUp()).to.include({ status: undefined, error: 'ECONNRESET' });
    expect(sandbox.calls()[0]).to.include({ case: 'fault:reset', answered: null, paid: true });
  });

  it('hang answers nothing', async () => {
    await order({ fault: 'hang' });
    const caller = new AbortController();
    const pending = lookUp('/address-lookup', caller.signal);
    await waitFor(() => sandbox.calls()[0]?.case === 'fault:hang', { describe: 'the call hangs' });
    caller.abort();
    expect((await pending).status).to.equal(undefined);
  });

  it('garbage is 200 and not JSON', async () => {
    await order({ fault: 'garbage' });
    const exchange = await lookUp();
    expect(exchange.status).to.equal(200);
    expect(() => JSON.parse(exchange.body)).to.throw(SyntaxError);
  });

  it('truncated closes in good order before the announced length', async () => {
    await order({ fault: 'truncated' });
    const exchange = await lookUp();
    expect(exchange).to.include({ status: 200, error: 'ECONNRESET' });
    expect(exchange.body.length).to.be.greaterThan(0);
    expect(exchange.body.length).to.be.lessThan(Number(exchange.headers['content-length']));
    expect(sandbox.calls()[0]).to.include({ answered: null, paid: true });
  });

  it('drip sends the right answer byte by byte', async () => {
    await order({ fault: 'drip', delay_ms: 1, body: '{"a":1}' });
    const started = performance.now();
    expect(await lookUp()).to.include({ status: 200, body: '{"a":1}' });
    expect(performance.now() - started).to.be.at.least(6);
  });

  it('drip stops when the caller leaves', async () => {
    await order({ fault: 'drip', delay_ms: 60_000 });
    const caller = new AbortController();
    const pending = lookUp('/address-lookup', caller.signal);
    await waitFor(() => sandbox.calls()[0]?.case === 'fault:drip', { describe: 'the call drips' });
    caller.abort();
    expect((await pending).error).to.be.oneOf(['ABORT_ERR', 'ECONNRESET']);
  });

  it('oversized is a right answer of more than 1 MiB', async () => {
    await order({ fault: 'oversized' });
    const exchange = await lookUp();
    expect(exchange.body.length).to.be.greaterThan(MIB);
    expect(parse(exchange)).to.include({ status: 'match', subject: SUBJECT });
  });

  it('redirect points at the route itself, so that following it would be seen', async () => {
    await order({ fault: 'redirect' });
    const exchange = await lookUp();
    expect([exchange.status, exchange.headers.location]).to.deep.equal([307, '/address-lookup']);
  });

  it('redirect goes where it is ordered to', async () => {
    await order({ fault: 'redirect', status: 301, headers: { Location: 'http://127.0.0.1:1/' } });
    const exchange = await lookUp();
    expect([exchange.status, exchange.headers.location]).to.deep.equal([301, 'http://127.0.0.1:1/']);
  });

  it('wrong_subject is a whole report about somebody else', async () => {
    await order({ fault: 'wrong_subject' });
    const body = { reportType: 'said_verification', idNumber: SUBJECT };
    const answer = parse(await callProvider(sandbox, '/verify', body));
    expect(answer.status).to.equal('match');
    expect(answer.subject)
      .to.match(/^\d{13}$/)
      .and.not.equal(SUBJECT);
    expect(answer.data.idNumber).to.equal(answer.subject);
  });

  it('wrong_schema is JSON that fits no route', async () => {
    await order({ fault: 'wrong_schema' });
    expect(parse(await lookUp())).to.include({ status: 'perhaps', data: 'text', subject: SUBJECT });
  });

  it('slow delays what the subject would have got anyway', async () => {
    await order({ fault: 'slow' });
    const started = performance.now();
    expect(parse(await lookUp()).status).to.equal('match');
    expect(performance.now() - started).to.be.at.least(29);
    expect(sandbox.calls()[0]?.case).to.equal('fault:slow');
  });

  it('delay_ms delays any other fault', async () => {
    await order({ fault: 'status', status: 503, delay_ms: 30 });
    const started = performance.now();
    expect((await lookUp()).status).to.equal(503);
    expect(performance.now() - started).to.be.at.least(29);
  });

  it('strike as often as ordered, one after the other, then no more', async () => {
    await order({ fault: 'status', status: 503, times: 2 });
    await order({ fault: 'status', status: 429, times: 1 });
    const statuses = [await lookUp(), await lookUp(), await lookUp(), await lookUp()].map(
      ({ status }) => status,
    );
    expect(statuses).to.deep.equal([503, 503, 429, 200]);
  });

  it('strike the ordered path only', async () => {
    await order({ fault: 'status', path: '/property-search' });
    expect((await lookUp('/address-lookup')).status).to.equal(200);
    expect((await lookUp('/property-search')).status).to.equal(500);
  });

  it('last until they are cleared when no number was ordered', async () => {
    await order({ fault: 'status' });
    expect([(await lookUp()).status, (await lookUp()).status]).to.deep.equal([500, 500]);
    const cleared = await callProvider(sandbox, '/_faults', '', { method: 'DELETE' });
    expect(cleared.status).to.equal(204);
    expect((await lookUp()).status).to.equal(200);
  });

  it('never strike a call without the key', async () => {
    await order({ fault: 'status', times: 1 });
    const headers = { authorization: 'Bearer wrong' };
    const refused = await callProvider(sandbox, '/address-lookup', { idNumber: SUBJECT }, { headers });
    expect(refused.status).to.equal(401);
    expect((await lookUp()).status).to.equal(500);
  });

  it('are answered with what was understood', async () => {
    const exchange = await order({ fault: 'hang', times: 3 });
    expect(exchange.status).to.equal(201);
    expect(JSON.parse(exchange.body)).to.deep.equal({ fault: 'hang', times: 3 });
  });

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['no kind', {}, /fault must be one of status, reset/],
    ['an unknown kind', { fault: 'explode' }, /fault must be one of status, reset/],
    ['an unknown path', { fault: 'hang', path: '/nowhere' }, /path must be one of \/verify/],
    ['a number of times below one', { fault: 'hang', times: 0 }, /times must be a whole number from 1/],
    ['a status that is none', { fault: 'status', status: 99 }, /status must be an HTTP status/],
    ['a status that is text', { fault: 'status', status: '500' }, /status must be an HTTP status/],
    ['a delay below zero', { fault: 'slow', delay_ms: -1 }, /delay_ms must be milliseconds/],
    [
      'headers with line breaks',
      { fault: 'status', headers: { a: 'b\r\nc: d' } },
      /headers must be an object/,
    ],
    ['a body that is a list', { fault: 'status', body: [] }, /body must be a string or an object/],
    ['an unknown field', { fault: 'hang', delay: 5 }, /delay is unknown: use path, times, fault/],
    ['several things', { fault: 'x', times: 'y' }, /fault must be .*; times must be /],
    ['what is not an object', [], /not a JSON object/],
  ];
  for (const [title, fault, advice] of wrong) {
    it(`with ${title} are a 400 that says how to put it right`, async () => {
      const exchange = await order(fault);
      expect(exchange.status).to.equal(400);
      expect(parse(exchange).error.message).to.match(advice);
      expect((await lookUp()).status).to.equal(200);
    });
  }
});
