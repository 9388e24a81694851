import { expect } from 'chai';
import {
  buildFullVerification,
  FACT,
  LONG_AGO,
  runEraser,
} from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { bodyText, readPdf } from '../verifications/pdf/read-pdf.js';

describe('a verification that is erased while its document is printed', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('is sent as it is after the erasure', async () => {
    const user = await api.createClientUser({ client: { retentionDays: 1 } });
    const { requestId } = await buildFullVerification(api.db, {
      clientId: user.clientId,
      createdAt: LONG_AGO,
    });
    const { pdfPrinter } = api.deps;
    const { print } = pdfPrinter;
    pdfPrinter.print = async (...args) => {
      pdfPrinter.print = print;
      const file = await print.apply(pdfPrinter, args);
      expect((await runEraser(api.db)).expired).to.equal(1);
      return file;
    };
    const headers = { authorization: `Bearer ${await api.login(user)}` };
    const address = `${api.url}/api/v1/verifications/${requestId}`;
    const response = await fetch(`${address}/report.pdf`, { headers });
    expect(response.status).to.equal(200);
    const text = bodyText(readPdf(Buffer.from(await response.arrayBuffer())));
    expect(text).to.include('Personaldataerased').and.to.not.include(FACT);
    const tag = { 'if-none-match': response.headers.get('etag') ?? '' };
    const again = await fetch(`${address}/report.pdf`, { headers: { ...headers, ...tag } });
    expect(again.status, 'the tag is that of what was sent').to.equal(304);
  });
});
