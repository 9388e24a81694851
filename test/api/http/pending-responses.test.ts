import { expect } from 'chai';
import { requestBody } from '../../support/checks/submit.js';
import { sendRaw } from '../../support/http/raw-http.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const NO_HTTP = 'hello\r\n\r\n';
/** With `NO_HTTP` for a body, which is no chunk. */
const CHUNKED = 'Transfer-Encoding: chunked';

describe('answers on a connection that breaks', () => {
  let api: TestApi;
  let authorization: string;
  before(async () => {
    api = await startApi({
      config: { publicUrl: 'https://checks.example.test' },
      limits: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
    });
    const { headers } = await api.signIn(await api.createClientUser());
    authorization = headers.authorization ?? '';
  });
  after(() => api.close());

  /** A submission that is accepted and, as no worker runs, waited for until its time is up. */
  function submission(key: string, framing = ''): string {
    const body = JSON.stringify(requestBody({ idempotency_key: key }));
    return [
      'POST /api/v1/verifications HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      'Prefer: wait=1',
      ...(framing === '' ? [`Content-Length: ${body.length}`] : [framing]),
      '',
      framing === '' ? body : NO_HTTP,
    ].join('\r\n');
  }

  async function statuses(...chunks: string[]): Promise<number[]> {
    const { head, body } = await sendRaw(api.url, ...chunks);
    return [...`${head}${body}`.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  }

  const read = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const cases: [string, () => string[], number[]][] = [
    ['what follows it is no HTTP', () => [submission('no-http'), NO_HTTP], [202, 400]],
    [
      'unreadable bytes keep coming',
      () => [submission('more'), ...Array<string>(20).fill(NO_HTTP)],
      [202, 400],
    ],
    ['the next request never ends', () => [submission('stalled'), 'GET /healthz HTTP/1.1\r\nHo'], [202, 408]],
    ['several were sent ahead', () => [read, submission('ahead'), read, NO_HTTP], [200, 202, 200, 400]],
    ['the body of the next one breaks', () => [submission('whole'), submission('part', CHUNKED)], [202, 400]],
    ['its own body breaks', () => [submission('own', CHUNKED)], [400]],
  ];
  for (const [what, chunks, expected] of cases) {
    it(`are those to the requests before, in their order, when ${what}`, async () => {
      expect(await statuses(...chunks())).to.deep.equal(expected);
    });
  }

  it('name the page about the error under PUBLIC_URL, like every other answer', async () => {
    const { body } = await sendRaw(api.url, NO_HTTP);
    expect(JSON.parse(body).doc_url).to.equal('https://checks.example.test/docs/errors/malformed_request');
  });
});
