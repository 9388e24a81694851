import { expect } from 'chai';
import { submit } from '../support/checks/submit.js';
import { expectReport, expectVerification } from '../support/http/shapes.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

interface Row {
  when: string;
  subject: string;
  http: number;
  outcome?: string;
  charged: number;
  /** Of said_verification, address_lookup and consumer_trace: outcome, or status if there is none. */
  parts: readonly [string, string, string];
}

// biome-ignore format: a table is read by its columns
const CASES: readonly Row[] = [
  { when: 'one part has no record', subject: '0001010012076', http: 201, outcome: 'mixed', charged: 15, parts: ['positive', 'positive', 'no_record'] },
  { when: 'one part is refused', subject: '0001010014072', http: 201, outcome: 'mixed', charged: 15, parts: ['positive', 'positive', 'rejected'] },
  { when: 'every part is refused', subject: '0001010004073', http: 201, outcome: 'rejected', charged: 0, parts: ['rejected', 'rejected', 'rejected'] },
  { when: 'the person has died', subject: '0001010011078', http: 201, outcome: 'negative', charged: 15, parts: ['negative', 'positive', 'positive'] },
  { when: 'one part is limited at first', subject: '0001010009072', http: 201, outcome: 'positive', charged: 15, parts: ['positive', 'positive', 'positive'] },
  { when: 'one part is inconclusive', subject: '0001010013074', http: 202, charged: 0, parts: ['positive', 'positive', 'manual_review'] },
  { when: 'one part gets no usable answer', subject: '0001010015079', http: 503, charged: 0, parts: ['positive', 'positive', 'manual_review'] },
];

describe('a bundle of which', function () {
  this.timeout(30_000);

  let service: Service;
  let client: SeededClient;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    client = await service.seedClient({ credits: 100 });
  });
  afterEach(() => service.expectSound());

  for (const { when, subject, http, outcome, charged, parts } of CASES) {
    it(`${when}: ${http} ${outcome ?? 'under review'}, ${charged} credits`, async () => {
      const body = { service_code: 'kyc_bundle', subject };
      const answer = await submit(service.api.client, client.token, { body });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(http);
      const open = { 202: 'manual_review', 503: 'provider_unavailable' }[http];
      expectVerification(answer.body, {
        status: open ?? 'completed',
        credits_charged: charged,
        credits_reserved: open === undefined ? 0 : 15,
      });
      expect(answer.body.result?.outcome).to.equal(outcome);

      const reader = service.api.client.withToken(client.token);
      const report = await reader.get(`/api/v1/verifications/${answer.body.request_id}`);
      expectReport(report.body, { status: open === undefined ? 'completed' : 'manual_review' });
      expect(report.body.result ?? {}).not.to.have.property('details');
      for (const [index, part] of parts.entries()) {
        const check = report.body.checks[index];
        expect(check.outcome ?? check.status, check.service_code).to.equal(part);
        const hasFacts = ['positive', 'negative', 'no_record'].includes(part);
        expect(check.details === null, `${check.service_code} has no details`).to.equal(!hasFacts);
      }
      const kinds = (await reader.get('/api/v1/wallet/entries')).body.data.map(
        ({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`,
      );
      const settled = open === undefined ? [charged > 0 ? 'charge 15' : 'release 15'] : [];
      expect(kinds).to.deep.equal([...settled, 'reserve 15', 'top_up 100']);
    });
  }
});
