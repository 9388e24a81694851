import { expect } from 'chai';
import type { Router } from 'express';
import { createApp } from '../../../api/app.js';
import { FEATURES } from '../../../api/features.js';
import { scopesFor } from '../../../shared/domain/access.js';
import { STAFF_ROLES, type TokenScope } from '../../../shared/domain/roles.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

/** What is for programs; the rest are pages and their files. */
const INTERFACE = /^\/(api\/|\.well-known\/|healthz$|readyz$)/;

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: Partial<Pick<Router, 'stack'>>;
}

describe('the API description', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const described = FEATURES.flatMap(({ endpoints }) =>
    endpoints.map(({ method, path }) => `${method} ${path}`),
  );

  it('describes every route that there is, and none that there is not', () => {
    const routes = routesIn(createApp(api.deps).router as unknown as Router).filter((route) =>
      INTERFACE.test(route.split(' ')[1] ?? ''),
    );
    expect(routes.length).to.be.greaterThan(20);
    expect([...described].sort()).to.deep.equal([...routes].sort());
  });

  it('is served to everybody, as it is made', async () => {
    const { status, headers, body } = await api.client.get('/api/v1/openapi.json');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^application\/json/);
    expect(body.openapi).to.equal('3.1.1');
    expect(Object.keys(body.paths)).to.include('/api/v1/verifications/{id}');
  });

  it('names every query parameter that a route knows, and no other', async () => {
    const clients = new Map<TokenScope, TestClient>([
      ['client', await api.signIn(await api.createClientUser())],
    ]);
    for (const role of STAFF_ROLES) clients.set(role, await api.signIn(await api.createStaff(role)));
    for (const { method, path, inPath, access, query } of FEATURES.flatMap(({ endpoints }) => endpoints)) {
      if (method !== 'get' || inPath !== undefined) continue;
      const [scope] = access === 'open' ? (['client'] as const) : scopesFor(access.act);
      const known = await knownParameters(clients.get(scope ?? 'client') ?? api.client, path);
      expect(known, path).to.have.members(Object.keys(query ?? {}));
    }
  });
});

/** The errors a route may answer with when it is asked for something that does not exist. */
async function knownParameters(client: TestClient, path: string): Promise<string[]> {
  const { status, body } = await client.get(`${path}?no_such_parameter=1`);
  expect(status, path).to.equal(422);
  const [, names = ''] = /Known parameters: (.*)\./.exec(body.errors[0].message) ?? [];
  return names === '' ? [] : names.split(', ');
}

function routesIn(router: Router): string[] {
  return (router.stack as unknown as Layer[]).flatMap(({ route, handle }) => {
    if (route === undefined) return handle.stack === undefined ? [] : routesIn(handle as Router);
    const methods = Object.keys(route.methods).filter((method) => method !== '_all');
    return methods.map((method) => `${method} ${route.path}`);
  });
}
