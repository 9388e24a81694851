import { expect } from 'chai';
import nock from 'nock';
import { DEFAULT_REPORT_TYPES } from '../../../../shared/config/report-types.js';
import type { CheckInput } from '../../../../worker/providers/types.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { requestOf } from '../../../../worker/providers/upstream/routes/index.js';
import { checkInput } from '../../../support/checks/check-inputs.js';
import { REQUESTS } from '../../../support/checks/service-table.js';
import { ALWAYS } from '../../../support/provider/provider-call.js';

describe('the request for a check', () => {
  before(() => {
    if (!nock.isActive()) nock.activate();
  });
  afterEach(() => nock.cleanAll());

  const headers = {
    authorization: 'Bearer test-key',
    'content-type': 'application/json',
    'x-client-reference': 'chk_test',
    'idempotency-key': 'chk_test',
  };

  function send(input: CheckInput, url = 'http://provider.test', apiKeyHeader?: string) {
    const client = createUpstreamClient({
      url,
      apiKey: 'test-key',
      timeoutMs: 1_000,
      ...(apiKeyHeader === undefined ? {} : { apiKeyHeader }),
    });
    const request = requestOf(input, DEFAULT_REPORT_TYPES);
    return client(request, 'chk_test', ALWAYS);
  }

  for (const { input, path, body } of REQUESTS) {
    it(`${input.serviceCode} posts ${JSON.stringify(body)} to ${path}, once`, async () => {
      let sent: unknown;
      const upstream = nock('http://provider.test', { reqheaders: headers })
        .post(path, (json) => {
          sent = json;
          return true;
        })
        .once()
        .reply(200, {});
      expect(await send(input)).to.include({ kind: 'answer', status: 200, body: '{}' });
      expect(sent).to.deep.equal(body);
      expect(upstream.isDone()).to.equal(true);
      expect(requestOf(input, DEFAULT_REPORT_TYPES).path).to.equal(path);
    });
  }

  it('takes the marital and alive report types from the configuration', () => {
    const reportTypes = { maritalStatus: 'm1', aliveStatus: 'a1' };
    const built = (['marital_status', 'alive_status'] as const).map(
      (code) => requestOf(checkInput(code), reportTypes).body.reportType,
    );
    expect(built).to.deep.equal(['m1', 'a1']);
  });

  for (const url of ['http://provider.test/base', 'http://provider.test/base/']) {
    it(`goes below the path of ${url}`, async () => {
      nock('http://provider.test').post('/base/verify').reply(200, {});
      expect(await send(checkInput('said_verification'), url)).to.include({ kind: 'answer' });
    });
  }

  it('carries the bare key in a header of another name', async () => {
    nock('http://provider.test', { reqheaders: { 'x-api-key': 'test-key' }, badheaders: ['authorization'] })
      .post('/verify')
      .reply(200, {});
    const exchange = await send(checkInput('said_verification'), 'http://provider.test', 'X-API-Key');
    expect(exchange).to.include({ kind: 'answer' });
  });

  it('puts hostile text into the body and nowhere else', async () => {
    const subject = '//evil.example.test/?x=#\r\nX-Evil: 1';
    nock('http://provider.test', { badheaders: ['x-evil'] })
      .post('/aml-screening', (json: { name?: unknown }) => json.name === subject)
      .reply(200, {});
    expect(await send(checkInput('aml_screening', { subject }))).to.include({ kind: 'answer' });
  });
});
