import { expect } from 'chai';
import { wideDetails } from '../support/checks/wide-details.js';
import { buildVerification } from '../support/database/factories.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

describe('the widest PDF report', function () {
  this.timeout(90_000);
  let service: Service;
  let caller: SeededClient;
  let address: string;

  before(async () => {
    service = await startService({ workers: 0 });
    caller = await service.seedClient();
    const { requestId } = await buildVerification(service.db, {
      clientId: caller.clientId,
      serviceCode: 'kyc_bundle',
      status: 'completed',
      checks: [{ details: { surname: '\u0429' } }, { details: wideDetails() }, { details: wideDetails() }],
    });
    address = `${service.api.url}/api/v1/verifications/${requestId}/report.pdf`;
  });
  after(() => service.stop());

  const askForPdf = () => fetch(address, { headers: { authorization: `Bearer ${caller.token}` } });

  it('is made while others are answered, documents of theirs too', async () => {
    const other = await service.seedClient();
    const client = service.api.client.withToken(other.token);
    const { requestId } = await buildVerification(service.db, { clientId: other.clientId });
    const wide = { answered: false };
    const asked = Promise.all([askForPdf(), askForPdf()]).finally(() => {
      wide.answered = true;
    });
    let answers = 0;
    while (!wide.answered && answers < 10) {
      const answer = await client.get('/api/v1/wallet');
      expect(answer.status).to.equal(200);
      answers += 1;
    }
    const headers = { authorization: `Bearer ${other.token}` };
    const path = `/api/v1/verifications/${requestId}/report.pdf`;
    expect((await fetch(service.api.url + path, { headers })).status).to.equal(200);
    expect(wide.answered, 'the others were first').to.equal(false);
    for (const answer of await asked) {
      expect(answer.status).to.equal(200);
      expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(600_000);
    }
  });

  it('is finished by an API that is told to stop', async () => {
    const asked = askForPdf();
    // It is still being rendered when a request that came later is answered.
    await service.api.client.get('/healthz');
    const stopped = service.api.stop();
    const answer = await asked;
    expect(answer.status).to.equal(200);
    expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(600_000);
    expect(await stopped).to.deep.equal({ code: 0, signal: null });
  });
});
