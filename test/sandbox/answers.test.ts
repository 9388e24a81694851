import { expect } from 'chai';
import { ROUTES, type Route } from '../../sandbox/routes.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { TEST_SUBJECTS, type TestCase } from '../../shared/domain/test-subjects.js';
import { checkOf } from '../../shared/services/index.js';
import { nameOnWire } from '../../worker/providers/upstream/routes/facts-on-wire.js';
import { API_KEY, bodyFor, callProvider, nameOf, parse } from './call-provider.js';

/**
 * Architecture 5: the required fields, and one fact that the report depends on. Checks not listed here state every
 * fact.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  home_affairs_id_photo: ['idNumber', 'surname', 'deceased', 'photo'],
  said_verification: ['idNumber', 'surname', 'deceased'],
  home_affairs_marital_status: ['idNumber', 'maritalStatus'],
  home_affairs_alive_status: ['idNumber', 'deceased'],
  contact_enquiry: ['addresses', 'contacts', 'employers'],
  '/aml-screening': ['hits'],
  '/consumer-trace-lite': ['addresses', 'contacts', 'employers'],
  '/address-lookup': ['addresses'],
  '/property-search': ['properties'],
  company: ['name', 'registrationNumber', 'directors'],
  director: ['directorships'],
  '/vehicle-check': ['registrationNumber', 'make', 'stolen'],
};

function requiredOf({ reportType, path, serviceCode }: Route): readonly string[] {
  const every = Object.keys(checkOf(serviceCode).facts.members).map(nameOnWire);
  return REQUIRED[reportType ?? path] ?? every;
}

function subjectOf(sandboxCase: TestCase, route: Route): string {
  const row = TEST_SUBJECTS.find((candidate) => candidate.case === sandboxCase);
  return row?.subjects[route.inputType] ?? '';
}

describe('the answers of the sandbox', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY });
  });
  after(() => sandbox.close());

  function ask(route: Route, sandboxCase: TestCase) {
    return callProvider(sandbox, route.path, bodyFor(route, subjectOf(sandboxCase, route)));
  }

  for (const route of ROUTES) {
    const good = route.path === '/aml-screening' ? 'no_match' : 'match';
    const bad = route.path === '/aml-screening' ? 'match' : 'no_match';

    describe(nameOf(route), () => {
      it('describes a positive subject', async () => {
        const answer = parse(await ask(route, 'positive'));
        expect(answer.status).to.equal(good);
        expect(answer.subject).to.equal(subjectOf('positive', route));
        expect(answer.reference).to.match(/^SBX-[0-9A-F]{16}$/);
        expect(answer.data).to.include.keys(...requiredOf(route));
      });

      it('says the same of a subject again, under another reference', async () => {
        const [first, second] = [parse(await ask(route, 'positive')), parse(await ask(route, 'positive'))];
        expect(second.data).to.deep.equal(first.data);
        expect(second.reference).to.not.equal(first.reference);
      });

      it('says no to a negative subject', async () => {
        const answer = parse(await ask(route, 'negative'));
        expect(answer.status).to.equal(bad);
        expect(answer.subject).to.equal(subjectOf('negative', route));
      });

      it('says that there is no record, in one of the two agreed ways', async () => {
        const exchange = await ask(route, 'no_record');
        if (exchange.status === 404) expect(parse(exchange).error.code).to.equal('no_record');
        else expect([exchange.status, parse(exchange).status]).to.deep.equal([200, 'no_record']);
      });

      it('says that it cannot tell', async () => {
        const exchange = await ask(route, 'inconclusive');
        expect([exchange.status, parse(exchange).status]).to.deep.equal([200, 'inconclusive']);
      });

      it('refuses the input in the error schema', async () => {
        const exchange = await ask(route, 'refused');
        expect(exchange.status).to.equal(422);
        expect(parse(exchange).error).to.have.all.keys('code', 'message');
      });
    });
  }

  it('use both ways of saying that there is no record', () => {
    expect(new Set(ROUTES.map(({ noRecordAs }) => noRecordAs))).to.have.all.keys('status', 'not_found');
  });

  it('list hits when a screened name is negative', async () => {
    const body = { name: 'Test Subject Two', entity: 'person', country: 'ZA', dataset: 'all' };
    const { data } = parse(await callProvider(sandbox, '/aml-screening', body));
    expect(data.hits).to.be.an('array').that.is.not.empty;
  });

  it('carry a JPEG only in the report that is asked for with a photograph', async () => {
    const ask = (reportType: string) =>
      callProvider(sandbox, '/verify', { reportType, idNumber: '0001010000071' });
    const photo = Buffer.from(String(parse(await ask('home_affairs_id_photo')).data.photo), 'base64');
    expect(photo.subarray(0, 3).toString('hex')).to.equal('ffd8ff');
    expect(photo.subarray(-2).toString('hex')).to.equal('ffd9');
    expect(parse(await ask('said_verification')).data).to.not.have.property('photo');
  });

  it('record the deceased subject as deceased in the population register', async () => {
    const body = { reportType: 'home_affairs_alive_status', idNumber: '0001010011078' };
    const { status, data } = parse(await callProvider(sandbox, '/verify', body));
    expect(status).to.equal('match');
    expect(data).to.include({ deceased: true, dateOfDeath: '2026-01-31' });
  });

  it('record the stolen vehicle as stolen', async () => {
    const { data } = parse(await callProvider(sandbox, '/vehicle-check', { registrationNumber: 'TST012GP' }));
    expect(data).to.include({ stolen: true });
  });

  const traceCases = [
    ['trace_no_record', 404],
    ['trace_refused', 422],
    ['trace_server_error', 500],
  ] as const;
  for (const [sandboxCase, status] of traceCases) {
    it(`answer ${status} to ${sandboxCase} on the trace route and match elsewhere`, async () => {
      const statuses = await Promise.all(
        ROUTES.filter(({ inputType }) => inputType === 'sa_id_number').map(async (route) => {
          return [route.path, (await ask(route, sandboxCase)).status] as const;
        }),
      );
      expect(statuses.filter(([path]) => path === '/consumer-trace-lite').flat()).to.include(status);
      const others = statuses.filter(([path]) => path !== '/consumer-trace-lite');
      expect(others.map(([, other]) => other)).to.satisfy((all: number[]) => all.every((one) => one === 200));
    });
  }

  it('are inconclusive for trace_inconclusive on the trace route alone', async () => {
    const body = { idNumber: '0001010013074' };
    const trace = await callProvider(sandbox, '/consumer-trace-lite', body);
    expect(parse(trace).status).to.equal('inconclusive');
    expect(parse(await callProvider(sandbox, '/address-lookup', body)).status).to.equal('match');
  });
});
