import { expect } from 'chai';
import { TEST_NOTICE } from '../../../../api/verifications/pdf/draw-footers.js';
import { renderReport } from '../../../../api/verifications/pdf/render-report.js';
import type { Outcome } from '../../../../shared/domain/outcome.js';
import type { WireBilling, WireReport } from '../../../../shared/wire/report.js';
import { bodyText, type ReadPdf, readPdf, withoutSpace } from './read-pdf.js';

const REQUEST_ID = 'ver_01h2xcejqtf2nbrexx3vqjhp41';
const OPEN: WireReport = {
  request_id: REQUEST_ID,
  status: 'pending',
  service_code: 'said_verification',
  service_label: 'Identity number',
  category: 'People',
  subject: '*********0071',
  idempotency_key: 'k',
  purpose: 'Check before a synthetic contract',
  submitted_by: null,
  submitted_by_name: null,
  provider_source: 'A register',
  confidentiality_notice: 'Confidential.',
  credits_reserved: 5,
  credits_charged: 0,
  created_at: '2026-09-01T08:00:00.000Z',
  consent: {
    authority_confirmed: true,
    charge_approved: true,
    biometric_consent: false,
    credits_approved: null,
    recorded_at: '2026-09-01T08:00:00.000Z',
    recorded_by: 'usr_01h2xcejqtf2nbrexx3vqjhp41',
    channel: 'api',
    evidence_hash: '0'.repeat(64),
  },
  checks: [
    { service_code: 'said_verification', status: 'pending', label: null, outcome: null, details: null },
  ],
  billing: { reason: 'held', release: '2026-09', entry_ids: [] },
};

/** A completed report with this result. */
function completed(outcome: Outcome, changes: Partial<WireReport> = {}): WireReport {
  return {
    ...OPEN,
    status: 'completed',
    completed_at: '2026-09-01T08:00:01.000Z',
    credits_reserved: 0,
    result: { outcome, label: 'What was found', provider_reference: null },
    ...changes,
  };
}

async function print(report: WireReport): Promise<ReadPdf> {
  return readPdf(await renderReport(report, { clientName: 'A Client', logo: undefined, photo: undefined }));
}
const textOf = async (report: WireReport): Promise<string> => bodyText(await print(report));

describe('a printed report', () => {
  const words: [outcome: Outcome, word: string, ofScreening: string][] = [
    ['positive', 'Positive', 'Clear'],
    ['negative', 'Negative', 'Hits'],
    ['no_record', 'No record', 'No record'],
    ['mixed', 'Mixed', 'Mixed'],
    ['rejected', 'Rejected', 'Rejected'],
    ['closed', 'Closed without a result', 'Closed without a result'],
  ];
  for (const [outcome, word, ofScreening] of words) {
    it(`calls ${outcome} ${word}, and ${ofScreening} of a screening, above what was found`, async () => {
      const verdict = (said: string) => withoutSpace(`Confidential.${said}What was foundRequest`);
      expect(await textOf(completed(outcome))).to.include(verdict(word));
      const screening = completed(outcome, { service_code: 'aml_screening' });
      expect(await textOf(screening)).to.include(verdict(ofScreening));
    });
  }

  it('says of what has no result whether it is asked, or in review', async () => {
    expect(await textOf(OPEN)).to.include(withoutSpace('In progress The check is still in progress;'));
    const message = 'The check is under review.';
    const inReview = await textOf({ ...OPEN, status: 'manual_review', message, next_action: 'Wait.' });
    expect(inReview)
      .to.include(withoutSpace(`In review ${message}`))
      .and.include(withoutSpace('What to do Wait.'));
  });

  it('of test mode says on every page and above the verdict that it proves nothing', async () => {
    const purpose = 'All of it. '.repeat(400);
    const { pages } = await print(completed('positive', { mode: 'test', purpose }));
    expect(pages.length).to.be.greaterThan(1);
    const [first] = pages;
    expect(withoutSpace(first?.body.join('') ?? '')).to.match(
      RegExp(`^Verificationreport\\(testmode\\).*${withoutSpace(TEST_NOTICE)}Positive`),
    );
    for (const { foot } of pages) {
      expect(withoutSpace(foot.join('')))
        .to.include(withoutSpace(TEST_NOTICE))
        .and.not.include('Confidential');
    }
    const live = await print(completed('positive', { purpose }));
    expect(JSON.stringify(live.pages).toLowerCase()).to.not.include('test mode');
  });

  const charges: [reason: WireBilling['reason'], said: string][] = [
    ['held', 'Reserved until there is a result'],
    ['result', 'Charged for the result'],
    ['no_record', 'Charged: the source holds no record'],
    ['review_completed', 'Charged: support completed the check'],
    ['rejected', 'Released: the source refused the input'],
    ['closed', 'Released: support closed the request'],
  ];
  it('says why credits are charged, released or reserved, and how many', async () => {
    for (const [reason, said] of charges) {
      const charged = said.startsWith('Charged') ? 7 : 0;
      const reserved = reason === 'held' ? 5 : 0;
      const billing = { ...OPEN.billing, reason };
      const text = await textOf({ ...OPEN, credits_charged: charged, credits_reserved: reserved, billing });
      const held = reserved > 0 ? `Credits reserved ${reserved}` : '';
      expect(text).to.include(withoutSpace(`Credits charged ${charged} ${held} Reason ${said}`));
    }
  });

  it('says what was approved, by whom, on which lists it was sought, and when it was erased', async () => {
    const text = await textOf(
      completed('positive', {
        submitted_by: 'one@example.test',
        submitted_by_name: 'Vera Sample',
        reference: 'Lease 17',
        consent: { ...OPEN.consent, credits_approved: 9, biometric_consent: true, channel: 'portal' },
        screened: { name: 'V***', entity: 'person', country: 'ZA', dataset: 'pep' },
        erased_at: '2026-10-01T22:30:00.000Z',
      }),
    );
    for (const said of [
      'Prepared for A Client Subject *********0071 Reference Lease 17 Purpose Check',
      'Screened V***, as a person, country South Africa (ZA), politically exposed persons only',
      'Submitted by Vera Sample (one@example.test)',
      'Personal data erased 02 Oct 2026, 00:30 SAST',
      'Charge approved Yes, 9 credits Biometric consent Yes',
      'Submitted through The portal',
    ]) {
      expect(text).to.include(withoutSpace(said));
    }
  });

  it('says at the end that characters are named', async () => {
    const text = await textOf({ ...OPEN, purpose: 'The tenant \u05d0, number 17' });
    expect(text).to.include('Thetenant[U+05D0],number17');
    expect(text).to.include('shownasUnicodecodepoints');
  });

  // Of a purpose of so many lines, what follows comes to stand at every height of a page.
  const HEIGHTS = Array.from({ length: 50 }, (_none, line) => `a${'\na'.repeat(line)}`);

  it('divides no section that fits on a page', async () => {
    const ends = [
      ['Findings', 'Not answered yet'],
      ['Consent and charge', 'Reserved until there is a result'],
      ['Record', 'The API'],
    ];
    const divided: unknown[] = [];
    for (const purpose of HEIGHTS) {
      const { pages } = await print({ ...OPEN, purpose });
      const pageOf = (line: string) => pages.findIndex(({ body }) => body.includes(line));
      divided.push(...ends.filter(([heading = '', last = '']) => pageOf(heading) !== pageOf(last)));
    }
    expect(divided).to.deep.equal([]);
  });

  it('keeps the heading of a longer section with what comes after it', async () => {
    const addresses = Array.from({ length: 60 }, (_none, index) => ({ line: `${index + 1} Test Street` }));
    const lookup = { service_code: 'address_lookup', status: 'completed', label: 'Found' } as const;
    const checks: WireReport['checks'] = [{ ...lookup, outcome: 'positive', details: { addresses } }];
    for (const purpose of HEIGHTS) {
      const { pages } = await print(
        completed('positive', { purpose, checks, service_code: 'address_lookup' }),
      );
      expect(pages.map(({ body }) => body.at(-1))).to.not.include('Findings');
    }
  });
});
