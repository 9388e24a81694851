import { expect } from 'chai';
import type { Router } from 'express';
import { createApp } from '../../api/app.js';
import { QUEUE_DASHBOARD } from '../../api/ops/queue-dashboard.js';
import { PAGE_PATHS } from '../../api/portal/page-paths.js';
import { keyNeedOf, rolesFor } from '../../shared/domain/access.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { OPERATIONS } from './support/operations.js';
import { TENANCY, tenancyOf } from './support/tenancy-table.js';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: Partial<Pick<Router, 'stack'>>;
  /** What the path matched, or something falsy. */
  match(path: string): unknown;
}

/** Pages for people, and their files: they are the same for everyone and contain no data. */
/** A slash at the end of a page's address redirects to the page. */
const PAGES = new Set([
  ...PAGE_PATHS.flatMap((path) => [path, `${path}/`]),
  ...['/docs', '/docs/', '/docs/search', '/docs/*path', '/llms.txt'],
  '/verify',
  // Files of the log: hashes, and nothing about anybody.
  ...['/log/checkpoint', '/log/vkey', '/log/tile/*path'],
]);
const PAGE_FILE = /^\/(?:assets\/|evidence-checks\/)?[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|woff2)$/;

describe('the route table', () => {
  let api: TestApi;
  let layers: Layer[];
  before(async () => {
    api = await startApi();
    const { stack } = createApp(api.deps).router as unknown as { stack: Layer[] };
    layers = stack.flatMap(({ handle }) => (handle.stack ?? []) as unknown as Layer[]);
  });
  after(() => api.close());

  const routes = (): string[] =>
    layers.flatMap(({ route }) =>
      Object.keys(route?.methods ?? {})
        .filter((method) => method !== '_all')
        .map((method) => `${method.toUpperCase()} ${route?.path}`),
    );

  it('of the app holds no route that is neither described nor a page', () => {
    const others = routes().filter((route) => {
      const [method, path = ''] = route.split(' ');
      return !(method === 'GET' && (PAGES.has(path) || PAGE_FILE.test(path)));
    });
    expect(others.length).to.be.greaterThan(45);
    expect(others.sort()).to.deep.equal(OPERATIONS.map(({ name }) => name).sort());
  });

  it('of the app mounts nothing besides routes but the queue dashboard, which asks who it is at every address', async () => {
    const mounted = layers.filter(({ route }) => route === undefined);
    expect(mounted).to.have.length.greaterThan(0);
    for (const layer of mounted) {
      expect(Boolean(layer.match(`${QUEUE_DASHBOARD}/anything`))).to.equal(true);
      for (const path of ['/', '/api/v1/me', '/ops', '/ops/queue']) {
        expect(Boolean(layer.match(path)), path).to.equal(false);
      }
    }
    for (const path of ['', '/', '/api/queues', '/static/x.js', '/nowhere', '/..%2fapi/v1/me']) {
      expect((await api.client.get(`${QUEUE_DASHBOARD}${path}`)).status, path).to.equal(401);
    }
  });

  it('has an entry in the tenancy table for every operation, and no other', () => {
    expect(Object.keys(TENANCY).sort()).to.deep.equal(OPERATIONS.map(({ name }) => name).sort());
  });

  it('says in the description what the tenancy table says', () => {
    for (const { name, access, ids } of OPERATIONS) {
      const { for: audience, keys, roles, ids: named = {} } = tenancyOf(name);
      expect(access === 'open', name).to.equal(audience === 'everybody');
      expect(access === 'open' ? [] : rolesFor(access.act), name).to.have.members([...roles]);
      expect(access === 'open' ? undefined : keyNeedOf(access.act), name).to.equal(keys);
      expect(Object.keys(named), name).to.deep.equal(ids);
    }
  });
});
