import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { publishRouteHealth } from '../../../shared/redis/route-health.js';
import type { Health, WireService, WireServices } from '../../../shared/wire/services.js';
import { checksOf, SERVICE_ROWS } from '../../support/checks/service-table.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('GET /api/v1/services', () => {
  let api: TestApi;
  let client: TestClient;

  async function start(): Promise<void> {
    api = await startApi();
    // Its Redis connection opens a moment after the start, and commands do not wait for it.
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis is reached' });
    client = await api.signIn(await api.createClientUser());
  }

  const list = async (): Promise<WireServices> => {
    const { status, body } = await client.get('/api/v1/services');
    expect(status).to.equal(200);
    return body as WireServices;
  };
  const healthOf = ({ data }: WireServices): Record<string, Health> =>
    Object.fromEntries(data.map(({ service_code, health }) => [service_code, health]));

  describe('whatever the routes are like', () => {
    before(start);
    after(() => api.close());

    it('lists every service with its charge and its checks', async () => {
      const { release, data } = await list();
      expect(release).to.equal('2026-09');
      const listed = data.map(({ service_code, credits, checks }) => [service_code, credits, checks]);
      expect(listed).to.deep.equal(SERVICE_ROWS.map(([code, row]) => [code, row.credits, checksOf(code)]));
    });

    it('says how to ask for the subject, and what else each service takes', async () => {
      const { data } = await list();
      const byCode = new Map<string, WireService>(data.map((service) => [service.service_code, service]));
      expect(byCode.get('identity_check')).to.deep.equal({
        service_code: 'identity_check',
        label: 'ID + Photo (Real-Time)',
        category: 'Identity',
        input: {
          type: 'sa_id_number',
          types: ['sa_id_number'],
          label: 'Identity number',
          hint: 'South African identity number, 13 digits',
          example: '0001010000071',
        },
        credits: 12,
        biometric_consent_required: true,
        checks: ['identity_check'],
        parameters: [],
        state: 'connected',
        health: 'operational',
      });
      expect(byCode.get('cipc_director')?.input).to.include({
        type: 'sa_id_number',
        label: 'Identity number or Company registration number',
      });
      expect(byCode.get('aml_screening')?.parameters).to.deep.equal(['entity', 'country', 'dataset']);
      const needConsent = data.filter((service) => service.biometric_consent_required);
      expect(needConsent.map(({ service_code }) => service_code)).to.deep.equal(['identity_check']);
    });

    it('names the capabilities that are not connected', async () => {
      const { capabilities } = await list();
      expect(capabilities).to.have.length(8);
      expect(capabilities[0]).to.deep.equal({ label: 'Face match', state: 'not_connected' });
    });

    it('is there for every scope, and for nobody without a token', async () => {
      for (const role of ['support', 'admin'] as const) {
        const staff = await api.signIn(await api.createStaff(role));
        expect((await staff.get('/api/v1/services')).status, role).to.equal(200);
      }
      expect((await api.client.get('/api/v1/services')).status).to.equal(401);
    });

    it('refuses query parameters', async () => {
      expect((await client.get('/api/v1/services?category=Identity')).status).to.equal(422);
    });
  });

  // Each with its own Redis, because one fills it and the other loses it.
  describe('the health of routes', () => {
    beforeEach(start);
    afterEach(() => api.close());

    it('tells the health of the upstream route, for a bundle that of its worst part', async () => {
      const seen = { provider: 'upstream', consecutive_failures: 5 } as const;
      await publishRouteHealth(api.deps.redis, 'worker-1', [
        { ...seen, path: '/verify', state: 'half_open', checks: ['said_verification', 'phone_trace'] },
        { ...seen, path: '/address-lookup', state: 'open', checks: ['address_lookup'] },
        {
          ...seen,
          path: '/cipc',
          state: 'closed',
          consecutive_failures: 0,
          checks: ['cipc_company', 'cipc_director'],
        },
      ]);
      const health = healthOf(await list());
      expect(health).to.include({
        said_verification: 'degraded',
        phone_trace: 'degraded',
        address_lookup: 'down',
        kyc_bundle: 'down',
        employee_bundle: 'degraded',
        cipc_company: 'operational',
        vehicle_check: 'operational',
      });
    });

    it('takes every route for operational while Redis is away', async () => {
      api.deps.redis.disconnect();
      expect(new Set(Object.values(healthOf(await list())))).to.deep.equal(new Set(['operational']));
    });
  });
});
