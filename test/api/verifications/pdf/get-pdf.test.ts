import { expect } from 'chai';
import { localTime } from '../../../../api/verifications/pdf/local-time.js';
import { date } from '../../../../shared/facts/fact.js';
import { showFact } from '../../../../shared/facts/show-fact.js';
import { PHOTO_BASE64 } from '../../../../shared/simulation/photo.js';
import type { WireReport } from '../../../../shared/wire/report.js';
import { submit } from '../../../support/checks/submit.js';
import { buildVerification, type VerificationOverrides } from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';
import { bodyText, type ReadPdf, readPdf, withoutSpace } from './read-pdf.js';

describe('the PDF report', () => {
  let api: TestApi;
  let caller: Caller;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
  });
  after(() => api.close());

  const build = (overrides: Omit<VerificationOverrides, 'clientId'> = {}) =>
    buildVerification(api.db, { clientId: caller.clientId, ...overrides });
  const fetchPdf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}/api/v1/verifications/${path}`, {
      headers: { authorization: `Bearer ${caller.token}`, ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      file: Buffer.from(await response.arrayBuffer()),
    };
  };
  const read = async (requestId: string): Promise<{ report: WireReport; pdf: ReadPdf }> => {
    const { status, file } = await fetchPdf(`${requestId}/report.pdf`);
    expect(status).to.equal(200);
    const report = (await caller.get(`/api/v1/verifications/${requestId}`)).body as WireReport;
    return { report, pdf: readPdf(file) };
  };

  const UNCLEAR = { status: 'manual_review', outcome: null, label: null, reviewReason: 'no_answer' } as const;
  const stories: [name: string, overrides: Omit<VerificationOverrides, 'clientId'>][] = [
    [
      'a completed single check',
      {
        status: 'completed',
        creditsApproved: 5,
        checks: [{ details: { surname: 'ONE', deceased: false } }],
      },
    ],
    [
      'a bundle with lists of facts',
      {
        serviceCode: 'kyc_bundle',
        status: 'completed',
        outcome: 'mixed',
        checks: [
          {},
          {
            details: { addresses: [{ line: '1 Test Street', city: 'Testville' }, { line: '2 Test Street' }] },
          },
        ],
      },
    ],
    [
      'names in other scripts',
      {
        status: 'completed',
        purpose: 'Vetting of Tšhiḓivho',
        checks: [
          { details: { surname: 'Щербаков', forenames: 'Sofía Ωμέγα', citizenship: 'Office flat, Łódź' } },
        ],
      },
    ],
    ['a pending verification', {}],
    ['a bundle under review', { serviceCode: 'employee_bundle', status: 'manual_review' }],
    [
      'a bundle that support released',
      {
        serviceCode: 'kyc_bundle',
        status: 'completed',
        outcome: 'closed',
        label: 'Closed without a result',
        checks: [{}, UNCLEAR, UNCLEAR].map((check) => ({ outcome: 'positive', ...check })),
      },
    ],
    ['a refused one', { status: 'completed', outcome: 'rejected' }],
    [
      'an identity check with its photograph',
      {
        serviceCode: 'identity_check',
        status: 'completed',
        checks: [{ photo: Buffer.from(PHOTO_BASE64, 'base64') }],
      },
    ],
  ];
  for (const [name, overrides] of stories) {
    it(`says to people what the JSON report says of ${name}`, async () => {
      const { requestId } = await build(overrides);
      const { report, pdf } = await read(requestId);
      const text = bodyText(pdf);
      // Registers capitalise the word, and the report does not.
      const plain = text.toLowerCase();
      for (const value of valuesIn(report)) expect(plain).to.include(withoutSpace(value).toLowerCase());
      for (const word of wordsOfPrograms(report)) expect(text, word).to.not.include(withoutSpace(word));
    });

    it(`has the notice and the page number on every page of ${name}`, async () => {
      const { requestId } = await build(overrides);
      const { report, pdf } = await read(requestId);
      for (const [index, { foot }] of pdf.pages.entries()) {
        const text = withoutSpace(foot.join(''));
        expect(text).to.include(withoutSpace(report.confidentiality_notice));
        expect(text).to.match(new RegExp(`${requestId}${index + 1}/${pdf.pages.length}$`));
      }
    });
  }

  it('says nothing of a review of what support has released', async () => {
    const [, released] = stories.find(([name]) => name.includes('released')) ?? [];
    const { pdf } = await read((await build(released ?? {})).requestId);
    const text = bodyText(pdf);
    expect(text).to.not.include(withoutSpace('under review'));
    expect(text).to.include(withoutSpace('Result Closed by support without a result'));
  });

  it('leaves no heading without a line, and refuses no consent that nobody asked for', async () => {
    const { requestId } = await build({
      status: 'completed',
      outcome: 'rejected',
      checks: [{ details: null }],
    });
    const text = bodyText((await read(requestId)).pdf);
    expect(text).to.include(withoutSpace('Facts None given by the source'));
    expect(text).to.include(withoutSpace('Biometric consent Not requested'));
  });

  it('names who asked as people call them', async () => {
    const { body } = await submit(api.client, caller.token);
    const { email } = (await caller.get('/api/v1/me')).body;
    expect(bodyText((await read(body.request_id)).pdf)).to.include(withoutSpace(`Submitted by ${email}`));
    await api.db.query(`UPDATE users SET name = 'Vera Sample' WHERE email = $1`, [email]);
    const named = withoutSpace(`Submitted by Vera Sample (${email})`);
    expect(bodyText((await read(body.request_id)).pdf)).to.include(named);
    const key = (await api.client.withToken(caller.token).post('/api/v1/api-keys', { name: 'HR onboarding' }))
      .body;
    const byKey = await submit(api.client, key.api_key);
    const { pdf } = await read(byKey.body.request_id);
    expect(bodyText(pdf)).to.include(withoutSpace('Submitted by HR onboarding'));
  });

  it('shows the photograph of an identity check, described for those who cannot see it', async () => {
    const photo = Buffer.from(PHOTO_BASE64, 'base64');
    const { requestId } = await build({
      serviceCode: 'identity_check',
      status: 'completed',
      checks: [{ photo }],
    });
    const { source } = (await read(requestId)).pdf;
    expect(source).to.include(photo.toString('latin1'));
    expect(source).to.include('/S /Figure').and.include('ID photograph of the person');
  });

  it('goes on over as many pages as the facts take', async () => {
    const addresses = Array.from({ length: 200 }, (_none, index) => ({ line: `${index + 1} Test Street` }));
    const { requestId } = await build({
      serviceCode: 'address_lookup',
      status: 'completed',
      checks: [{ details: { addresses } }],
    });
    const { pdf } = await read(requestId);
    expect(pdf.pages.length).to.be.greaterThan(4);
    expect(bodyText(pdf)).to.include('200TestStreet');
    expect(pdf.pages[2]?.foot.at(-1)).to.match(new RegExp(`3 / ${pdf.pages.length}$`));
  });

  it('is the same file every time, until the verification changes', async () => {
    const { id, requestId } = await build({ status: 'completed' });
    const files = [await fetchPdf(`${requestId}/report.pdf`), await fetchPdf(`${requestId}/report.pdf`)];
    expect(files[0]?.file.equals(files[1]?.file ?? Buffer.alloc(0))).to.equal(true);
    await api.db.query(`UPDATE verifications SET label = 'Another', version = version + 1 WHERE id = $1`, [
      id,
    ]);
    const changed = await fetchPdf(`${requestId}/report.pdf`);
    expect(changed.file.equals(files[0]?.file ?? Buffer.alloc(0))).to.equal(false);
  });

  it('is the same file in other scripts too, whatever documents were made before', async () => {
    // The fonts stay open between documents; the second letter of each pair is a component of the first.
    const whole = await build({ purpose: 'Ӭ Ӝ Ӿ' });
    const parts = await build({ purpose: 'Э Ж Х' });
    const first = await fetchPdf(`${whole.requestId}/report.pdf`);
    expect(bodyText((await read(parts.requestId)).pdf)).to.include('PurposeЭЖХ');
    const again = await fetchPdf(`${whole.requestId}/report.pdf`);
    expect(again.file.equals(first.file)).to.equal(true);
  });

  it('holds no more of a font than it shows, and nothing of one that every reader has', async () => {
    const plain = await fetchPdf(`${(await build()).requestId}/report.pdf`);
    expect(plain.file.includes('/FontFile')).to.equal(false);
    const wide = await fetchPdf(`${(await build({ purpose: 'Щербаков' })).requestId}/report.pdf`);
    expect(wide.file.includes('/FontFile2')).to.equal(true);
    expect(wide.file.length - plain.file.length).to.be.lessThan(50_000);
  });

  it('is titled by the request, dated by the verification and tagged, with no fact in its metadata', async () => {
    const { requestId } = await build({
      status: 'completed',
      createdAt: new Date('2026-09-01T08:00:00.000Z'),
      completedAt: new Date('2026-09-01T08:00:01.000Z'),
    });
    const { info, source } = (await read(requestId)).pdf;
    expect(info).to.deep.equal({
      Title: `(Verification report ${requestId})`,
      CreationDate: '(D:20260901080001Z)',
      ModDate: '(D:20260901080001Z)',
      Producer: '(PDFKit)',
      Creator: '(PDFKit)',
    });
    expect(source).to.include('/Marked true').and.include('/Lang (en-ZA)').and.include('/S /H1');
  });

  it('comes as a file named by the request, to be kept by its reader alone', async () => {
    const { requestId } = await build({ status: 'completed' });
    const { headers } = await fetchPdf(`${requestId}/report.pdf`);
    expect(headers.get('content-type')).to.equal('application/pdf');
    expect(headers.get('content-disposition')).to.equal(`attachment; filename=${requestId}.pdf`);
    expect(headers.get('cache-control')).to.equal('private, no-cache, no-store');
    expect(headers.get('vary')).to.equal(null);
  });

  it('is 304 while nothing changed, by a tag that is not that of the JSON report', async () => {
    const { requestId } = await build({ status: 'completed' });
    const path = `${requestId}/report.pdf`;
    const etag = (await fetchPdf(path)).headers.get('etag') ?? '';
    const again = await fetchPdf(path, { 'if-none-match': etag });
    expect(again.status).to.equal(304);
    expect(again.file).to.have.length(0);
    const json = await caller.get(`/api/v1/verifications/${requestId}`, { 'if-none-match': etag });
    expect(json.status).to.equal(200);
  });

  describe('by Accept', () => {
    const PDF = 'application/pdf';
    const JSON_TYPE = 'application/json; charset=utf-8';
    const cases: [accept: string, type: string][] = [
      ['application/pdf', PDF],
      ['application/json;q=0.5, application/pdf', PDF],
      ['application/pdf;q=0.5, application/json', JSON_TYPE],
      ['application/json; charset=utf-8, application/pdf;q=0.1', JSON_TYPE],
      ['application/pdf;q=0, */*', JSON_TYPE],
      ['*/*', JSON_TYPE],
      ['application/*', JSON_TYPE],
      ['text/html', JSON_TYPE],
    ];
    for (const [accept, type] of cases) {
      it(`answers ${accept} with ${type}`, async () => {
        const { requestId } = await build();
        const { headers } = await fetchPdf(requestId, { accept });
        expect(headers.get('content-type')).to.equal(type);
        expect(headers.get('vary')).to.equal('Accept');
      });
    }
  });

  it('is 404 for an id of another client, and for one that nobody has', async () => {
    const other = await signInClient(api);
    const { requestId } = await buildVerification(api.db, { clientId: other.clientId, status: 'completed' });
    for (const id of [requestId, 'ver_01h2xcejqtf2nbrexx3vqjhp41', 'nonsense']) {
      expect((await fetchPdf(`${id}/report.pdf`)).status, id).to.equal(404);
    }
  });

  it('is refused to a client that has ten waiting, by an error that names the verification', async () => {
    const { db } = api.deps;
    const { scoped } = db;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    // Blocks the reading of photographs, which a document does when it is its turn.
    db.scoped = (scope) => {
      const rows = scoped(scope);
      return {
        ...rows,
        query: async (text, values) => {
          if (text.includes('photo_sealed')) await opened;
          return rows.query(text, values);
        },
      };
    };
    try {
      const { requestId } = await build({ serviceCode: 'identity_check', status: 'completed' });
      const address = `/api/v1/verifications/${requestId}/report.pdf`;
      const answers = Array.from({ length: 11 }, () => caller.get(address));
      const refused = await Promise.race(answers);
      expect(refused.status).to.equal(429);
      expect(refused.body).to.include({ status: 'rate_limited', request_id: requestId });
      expect(refused.headers.get('ratelimit')).to.equal('"pdf-reports";r=0;t=2');
      expect(refused.headers.get('ratelimit-policy')).to.equal('"pdf-reports";q=10');
      open();
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(10);
    } finally {
      open();
      db.scoped = scoped;
    }
  });

  it('refuses query parameters', async () => {
    const { requestId } = await build();
    expect((await fetchPdf(`${requestId}/report.pdf?paper=a5`)).status).to.equal(422);
  });

  describe('made of hostile text', () => {
    it('names what its fonts cannot show, and says so', async () => {
      const { requestId } = await build({ purpose: 'Tenant \u202e\u05e9\u05dc\u05d5\u05dd\u0007' });
      const { pdf } = await read(requestId);
      expect(bodyText(pdf)).to.include('Tenant[U+202EU+05E9U+05DCU+05D5U+05DDU+0007]');
      expect(bodyText(pdf)).to.include(withoutSpace('shown as Unicode code points'));
    });

    it('breaks words that are longer than a line, and cuts what would fill pages, saying so', async () => {
      const { requestId } = await build({
        status: 'completed',
        checks: [
          {
            details: { surname: `${'x'.repeat(3_000)}y`, forenames: 'z'.repeat(500_000) },
          },
        ],
      });
      // Not read as JSON too: its description knows no such text.
      const pdf = readPdf((await fetchPdf(`${requestId}/report.pdf`)).file);
      const text = bodyText(pdf);
      expect(text).to.include(`${'x'.repeat(3_000)}y`);
      expect(text).to.include(withoutSpace('496000 more characters are in the JSON report'));
    });

    it('cuts a check of more than a thousand facts, saying so, and keeps what comes after it', async () => {
      const employers = Array.from({ length: 3_000 }, (_none, index) => ({ name: `fact ${index}` }));
      const { requestId } = await build({
        serviceCode: 'consumer_trace',
        status: 'completed',
        checks: [{ details: { employers } }],
      });
      const { report, pdf } = await read(requestId);
      expect(bodyText(pdf)).to.include('Employer1000:Namefact999').and.not.include('fact1000');
      expect(bodyText(pdf)).to.include(withoutSpace('2000 more are in the JSON report'));
      expect(bodyText(pdf)).to.include(report.request_id);
    });

    const photographs: [name: string, photo: Buffer][] = [
      ['no picture', Buffer.from('not a picture')],
      ['cut short', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00])],
      [
        'without a size',
        Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0x00, 0x0b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x03, 0xff, 0xd9]),
      ],
    ];
    for (const [name, photo] of photographs) {
      it(`does without a photograph that is ${name}`, async () => {
        const { requestId } = await build({
          serviceCode: 'identity_check',
          status: 'completed',
          checks: [{ photo }],
        });
        const { pdf } = await read(requestId);
        expect(bodyText(pdf)).to.include(withoutSpace('photograph cannot be shown here'));
      });
    }
  });
});

/** Members meant for programs, at any depth. */
const OF_PROGRAMS = new Set(
  `idempotency_key service_code status outcome provider_reference recorded_by channel evidence_hash billing`.split(
    ' ',
  ),
);

/** Every value of a report meant for people, as the document words it. */
function valuesIn(value: unknown): string[] {
  if (value === null) return [];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value !== 'object') return [asShown(String(value))];
  return Object.entries(value).flatMap(([name, inner]) => (OF_PROGRAMS.has(name) ? [] : valuesIn(inner)));
}

/** Ids and codes in the JSON report that mean nothing on paper. */
function wordsOfPrograms({ idempotency_key, consent, billing, result }: WireReport): string[] {
  const references = result?.provider_reference?.split(', ') ?? [];
  return [idempotency_key, consent.recorded_by, consent.evidence_hash, ...billing.entry_ids, ...references];
}

/** Days are written out, by the rules for facts, and moments in local time. */
function asShown(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return localTime(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? showFact(date('Day', null), value) : value;
}
