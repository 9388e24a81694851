import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { TestClient } from '../../support/http/client.js';
import { usePortal } from '../support/portal.js';

const MAX_BYTES = 200_000;
/** A browser requests six at a time over HTTP/1.1, and without limits the build makes forty. */
const MAX_SCRIPTS = 25;
const INDEX = 'dist/portal/index.html';
const WORKSPACE = 'dist/portal/workspace.html';

/** Adds up, in the page, how much of it moves, by the layout instability metric of browsers. */
const WATCH_SHIFTS = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('the files of the portal', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });
  const client = (): TestClient => portal().service.api.client;

  it('need less than 200 kB of compressed script, in few files, until the first page stands', async () => {
    const page = await portal().open();
    const scripts = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto('/');
    const user = await portal().accounts.createClientUser();
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    // By key: a pointer resting on a link would prefetch its page before the click.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By check' }).waitFor();
    // Compressed as the build compresses what is served.
    const bytes = [...scripts].reduce(
      (sum, path) => sum + gzipSync(readFileSync(`dist/portal${path}`), { level: 9 }).length,
      0,
    );
    expect(bytes).to.be.greaterThan(0).and.below(MAX_BYTES);
    expect(scripts.size).to.be.below(MAX_SCRIPTS);
    await page.context().close();
  });

  it('come under a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { headers, status } = await client().get('/checks');
    expect(status).to.equal(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.to.include("script-src 'self'");
    expect(policy).to.include("style-src 'self'").and.not.to.include('unsafe');
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('have nothing inline in the page', () => {
    for (const file of [INDEX, WORKSPACE]) {
      const page = readFileSync(file, 'utf8');
      expect(page, file).not.to.match(/<script(?![^>]*src=)[^>]*>|<style|style=| on\w+=/);
    }
  });

  it('are kept for ever when their name holds a hash of their contents', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(readFileSync(INDEX, 'utf8')) ?? [];
    const { headers, status } = await client().get(script, { headers: { 'accept-encoding': 'br' } });
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).to.equal('br');
    expect(headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(headers.get('vary')).to.match(/Accept-Encoding/);
  });

  it('bring the typeface, which moves nothing when it comes', async () => {
    const [name = ''] = readdirSync('dist/portal/assets').filter((file) => /^inter-latin-wght-/.test(file));
    const font = `/assets/${name}`;
    const { headers } = await client().get(font);
    expect(headers.get('content-type')).to.equal('font/woff2');
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    const page = await portal().open();
    // Delayed, so that the page is drawn without it first.
    let send: () => void = () => undefined;
    const drawn = new Promise<void>((resolve) => (send = resolve));
    await page.route(`**${font}`, async (route) => {
      await drawn;
      await route.continue();
    });
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('E-mail address').waitFor();
    const isThere = () => page.evaluate<boolean>(`document.fonts.check('600 16px "Inter Variable"')`);
    expect(await isThere(), 'not there yet').to.equal(false);
    send();
    await waitFor(isThere, { describe: 'the typeface is there' });
    // 0.1 is what the web vitals call good, for all that happens on a page.
    expect(await page.evaluate<number>('window.shifted')).to.be.below(0.02);
    await page.context().close();
  });

  it('have no source maps', () => {
    expect(existsSync('dist/portal/assets')).to.equal(true);
    expect(readFileSync(INDEX, 'utf8')).not.to.include('.map');
  });

  for (const path of [
    '/index.html',
    '/workspace.html',
    '/nowhere',
    '/checks/new/more',
    '/assets/',
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/.env',
    '/api/v1/nowhere',
  ]) {
    it(`do not include ${path}`, async () => {
      const { status, body } = await client().get(path);
      expect(status).to.equal(404);
      expect(body.status).to.equal('not_found');
    });
  }

  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  for (const path of ['/nowhere', '/checks/new/more', '/.env', '/%zz', '/checks/%E0%A4%A']) {
    it(`show a browser that opens ${path} the portal, as not found`, async () => {
      const { status, headers, body } = await client().get(path, browser);
      expect(status).to.equal(404);
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).to.include("script-src 'self'");
      expect(body).to.include('<div id="root">');
    });
  }

  for (const path of ['/api/v1/nowhere', '/api/v1/verifications', '/assets/nothing.js']) {
    it(`leave ${path} to programs, whoever opens it`, async () => {
      const { headers } = await client().get(path, browser);
      expect(headers.get('content-type')).to.match(/^application\/json/);
    });
  }

  for (const [path, right] of [
    ['/checks/', '/checks'],
    ['/checks/new/?service=kyc_bundle', '/checks/new?service=kyc_bundle'],
    ['/checks/ver_x/', '/checks/ver_x'],
  ] as const) {
    it(`lead from ${path} to ${right}`, async () => {
      const { status, headers } = await client().get(path, browser);
      expect(status).to.equal(308);
      expect(headers.get('location')).to.equal(right);
    });
  }

  for (const path of ['//example.com/', '/checks//example.com/', '//checks/']) {
    it(`lead from ${path} nowhere`, async () => {
      const { status } = await client().get(path, browser);
      expect(status).to.equal(404);
    });
  }

  it('say in the portal that an address does not exist, once somebody is signed in', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser(), '/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.context().close();
  });

  for (const method of ['POST', 'PUT', 'DELETE']) {
    it(`answer ${method} with 405`, async () => {
      const { status, headers } = await client().send(method, '/checks');
      expect(status).to.equal(405);
      expect(headers.get('allow')).to.equal('GET, HEAD');
    });
  }
});
