import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import { countTurnarounds } from '../../../shared/redis/turnaround.js';
import { SERVICES } from '../../../shared/services/index.js';
import type { WireServiceInFull, WireServices } from '../../../shared/wire/services.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);

describe('GET /api/v1/services/{service_code}', () => {
  let api: TestApi;
  let client: TestClient;
  let listed: WireServices;
  before(async () => {
    api = await startApi();
    client = await api.signIn(await api.createClientUser());
    listed = (await client.get('/api/v1/services')).body as WireServices;
  });
  after(() => api.close());

  const read = async (code: string) => {
    const { status, body } = await client.get(`/api/v1/services/${code}`);
    expect(status, code).to.equal(200);
    return body as WireServiceInFull;
  };

  for (const { code } of SERVICES) {
    it(`tells of ${code} what the list tells, what it is for, and what it returns, by a whole example`, async () => {
      const { description, source, facts, example, turnaround, ...entry } = await read(code);
      expect(entry).to.deep.equal(listed.data.find(({ service_code }) => service_code === code));
      expect(description.match(/[.:] |\.$/g)?.length).to.be.at.least(2);
      expect(source).to.not.equal('');
      expect(turnaround).to.equal(null);
      expect(example).to.include({ service_code: code, status: 'completed', credits_charged: entry.credits });
      expect(example.checks.map(({ service_code }) => service_code)).to.deep.equal(entry.checks);
      const details = Object.fromEntries(example.checks.map((check) => [check.service_code, check.details]));
      const found = entry.checks.length === 1 ? example.result?.details : details;
      expect(ajv.validate(facts, found), ajv.errorsText()).to.equal(true);
      // Every fact is shown, except the date of death of someone who is alive.
      expect(membersIn(facts).filter((name) => !JSON.stringify(found).includes(`"${name}"`))).to.satisfy(
        (missing: string[]) => missing.every((name) => name === 'date_of_death'),
      );
    });
  }

  it('gives every fact a label', async () => {
    for (const { code } of SERVICES) {
      for (const title of titlesMissing((await read(code)).facts)) expect.fail(`${code}: ${title}`);
    }
  });

  it('tells how long the service takes', async () => {
    // This service was never requested before, so nothing is cached.
    const fresh = await startApi();
    try {
      const caller = await fresh.signIn(await fresh.createClientUser());
      await countTurnarounds(fresh.deps.redis, [{ serviceCode: 'cipc_company', tookMs: 800 }]);
      const { body } = await caller.get('/api/v1/services/cipc_company');
      expect(body.turnaround.p50_ms).to.be.within(800, 880);
      expect(body.turnaround).to.have.all.keys('p50_ms', 'p95_ms', 'since');
    } finally {
      await fresh.close();
    }
  });

  it('is there for every scope, for nobody without a token, and a 404 for what is no service', async () => {
    for (const role of ['support', 'admin'] as const) {
      const staff = await api.signIn(await api.createStaff(role));
      expect((await staff.get('/api/v1/services/kyc_bundle')).status, role).to.equal(200);
    }
    expect((await api.client.get('/api/v1/services/kyc_bundle')).status).to.equal(401);
    for (const code of ['face_match', 'KYC_BUNDLE', '__proto__', 'constructor', '%00']) {
      expect((await client.get(`/api/v1/services/${code}`)).body.status, code).to.equal('not_found');
    }
    expect((await client.get('/api/v1/services/kyc_bundle?full=1')).status).to.equal(422);
  });
});

/** The names of all members of a schema, at every depth. */
function membersIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  const inner = [...Object.values(properties), items].flatMap(membersIn);
  return [...Object.keys(properties), ...inner];
}

function titlesMissing(schema: unknown, place = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { title, properties = {}, items } = schema as Record<string, unknown>;
  const inner = Object.entries(properties as object).flatMap(([name, one]) =>
    titlesMissing(one, `${place}.${name}`),
  );
  return [
    ...(typeof title === 'string' && title !== '' ? [] : [place]),
    ...inner,
    ...titlesMissing(items, `${place}[]`),
  ];
}
