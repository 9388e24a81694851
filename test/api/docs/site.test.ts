import { expect } from 'chai';
import { html } from '../../../api/docs/html.js';
import { Library } from '../../../api/docs/library.js';
import { addressOf, textAddressOf } from '../../../api/docs/page.js';
import { ERROR_STATUS } from '../../../api/errors/catalogue.js';
import { openApiDocument } from '../../../api/openapi/document.js';
import { FAULT_CODES } from '../../../api/openapi/fault-codes.js';
import { KEY_SCOPES } from '../../../shared/domain/key-scopes.js';
import { SERVICES } from '../../../shared/services/index.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

/** Names of things that exist only in the repository, on this machine or for the service's developers. */
const INSIDE =
  /\/(?:work|home|root|usr|tmp)\/|node_modules|api\/[\w-]+\/[\w-]+\.ts\b|worker\/[\w-]+\/|TODO|\bREADME\b|\bsa id\b|undefined\b(?!`)/;

describe('the documentation site', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({
      config: { publicUrl: 'https://verify.example.test/', supportContact: 'help@example.test' },
    });
  });
  after(() => api.close());

  const library = new Library({
    publicUrl: 'https://verify.example.test/',
    supportContact: 'help@example.test',
  });
  const { pages } = library.frame;
  const addresses = new Set(library.addresses);

  async function read(address: string, headers: Record<string, string> = {}): Promise<string> {
    const { status, body } = await api.client.get(address, { headers });
    expect(status, address).to.equal(200);
    return typeof body === 'string' ? body : JSON.stringify(body);
  }

  it('is open to everybody, runs nothing, and is compressed and kept as far as a reader can', async () => {
    const { status, headers, body } = await api.client.get('/docs/');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none';style-src 'self';/);
    expect(headers.get('content-security-policy')).not.to.include('script-src').and.not.include('unsafe');
    expect((await api.client.get('/docs')).body).to.equal(body);
    const known = { 'if-none-match': String(headers.get('etag')) };
    expect((await api.client.get('/docs/', { headers: known })).status).to.equal(304);
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['identity', null],
    ] as const) {
      const answer = await api.client.get('/api/v1/openapi.json', {
        headers: { 'accept-encoding': accepted },
      });
      expect(answer.headers.get('content-encoding')).to.equal(encoding);
      expect(answer.headers.get('vary')).to.include('Accept-Encoding');
      expect(answer.body.openapi).to.equal('3.1.1');
    }
  });

  it('has a page for every error and code, service, operation and schema', () => {
    const { paths, components } = openApiDocument();
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const wanted = [
      ...Object.keys({ ...ERROR_STATUS, provider_unavailable: 503, ...FAULT_CODES }).map(
        (code) => `errors/${code}`,
      ),
      ...SERVICES.map(({ code }) => `services/${code}`),
      ...Object.keys(components.schemas).map((name) => `reference/schemas/${name}`),
    ];
    const there = pages.map(({ path }) => path);
    expect(there).to.include.members(wanted);
    expect(there.map((path) => path.split('/').at(-1))).to.include.members(operations);
    expect(new Set(there).size).to.equal(there.length);
  });

  it('names the fault of a page that is too large as the API does', async () => {
    const client = await api.signIn(await api.createClientUser());
    const { body } = await client.get('/api/v1/verifications?limit=101');
    const line = (await read('/docs/guides/limits.md'))
      .split('\n')
      .find((one) => one.includes('page of a list'));
    expect(line).to.include(`/docs/errors/${body.errors[0].code}`);
  });

  it('links to nothing that is missing, shows nothing of the inside, and holds neither scripts nor styles', () => {
    const dangling: string[] = [];
    const ids = new Map<string, Set<string>>();
    const texts = pages.map((page) => [addressOf(page), library.find(addressOf(page))?.text ?? ''] as const);
    for (const [address, text] of texts) {
      expect(text, address).to.not.match(/<script|<style|style=|\son\w+=/);
      // The changelog is for those who run the service, too.
      if (address !== '/docs/changelog') expect(text.replace(/<[^>]*>/g, ' '), address).to.not.match(INSIDE);
      const found = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
      expect(new Set(found).size, address).to.equal(found.length);
      ids.set(address, new Set(found));
    }
    for (const [address, text] of texts) {
      for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?|mailto):/.test(link) || link === '/' || link === '/api/v1/openapi.json') continue;
        const [path = '', anchor] = link.split('#', 2);
        const target = path === '' ? address : path;
        const isThere =
          addresses.has(target) && (anchor === undefined || ids.get(target)?.has(anchor) === true);
        if (!isThere) dangling.push(`${address} -> ${link}`);
      }
    }
    expect(dangling).to.deep.equal([]);
  });

  it('gives every page as Markdown, lists them for language models, and offers the files that it names', async () => {
    const llms = await read('/llms.txt');
    expect(llms).to.match(/^# Identity and background verification\n\n> /);
    const named = [...llms.matchAll(/\]\(https:\/\/verify\.example\.test(\/docs\/[^)]*\.md)\)/g)].map(
      ([, path]) => path,
    );
    expect(named).to.include.members(['/docs/index.md', '/docs/quickstart.md', '/docs/errors/conflict.md']);
    expect(pages.map(textAddressOf)).to.include.members(named);
    const markdown = await read('/docs/quickstart.md');
    expect(markdown)
      .to.match(/^# Quickstart\n/)
      .and.include('BASE=https://verify.example.test/api/v1');
    expect(await read('/docs/files/samples/python/submit.py')).to.include('import urllib');
    expect(JSON.parse(await read('/docs/files/collection.json')).info.name).to.be.a('string');
    const feed = await read('/docs/changelog.atom');
    expect(feed).to.match(/<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">[\s\S]*<entry>/);
    expect(feed)
      .to.include('<title>0.1.0</title>')
      .and.include('<updated>2026-11-23T00:00:00.000Z</updated>');
    expect(feed, 'an entry without a text').to.not.include('<content type="html"></content>');
    expect(await read('/docs/support')).to.include('mailto:help@example.test');
  });

  it('tells outsiders how to check evidence, and nothing of what those who run the service set', async () => {
    const guide = await read('/docs/guides/evidence.md');
    expect(guide).to.include('/.well-known/jwks.json').and.include('/log/checkpoint').and.include('pdfsig');
    expect(guide).to.not.match(/EVIDENCE_KEYS|PDF_SIGNING_PEM|LOG_ORIGIN|DATABASE_URL|WITNESS_|npm run/);
    expect(await read('/docs/client.md')).to.include('(/docs/guides/evidence)');
  });

  it('gives the key of the quickstart every scope, since the commands of all guides use it', async () => {
    const [, scopes = ''] = /"scopes":(\[[^\]]*\])/.exec(await read('/docs/quickstart.md')) ?? [];
    expect(JSON.parse(scopes)).to.have.members([...KEY_SCOPES]);
  });

  it('has commands that reach the service where it has no public address', () => {
    const quickstart = (at: { port?: number }) => new Library(at).find('/docs/quickstart.md')?.text;
    expect(quickstart({ port: 3105 })).to.include('BASE=http://localhost:3105/api/v1');
    expect(quickstart({})).to.include('BASE=http://localhost:3000/api/v1');
  });

  it('finds pages by words, without scripts, and takes what is searched for as text', async () => {
    const results = async (words: string) => {
      const [, hits = ''] = (await read(`/docs/search?q=${encodeURIComponent(words)}`)).split(
        '<ol class="hits">',
      );
      return [...hits.matchAll(/<li><a href="([^"]*)"/g)].map(([, address]) => address);
    };
    expect((await results('idempotency_key_reused'))[0]).to.equal('/docs/errors/idempotency_key_reused');
    expect((await results('verify webhook signature')).slice(0, 3)).to.include('/docs/webhooks');
    expect((await results('quickst'))[0]).to.equal('/docs/quickstart');
    expect(await results('nosuchword')).to.deep.equal([]);
    const page = await read(`/docs/search?q=${encodeURIComponent('"><b>x')}`);
    expect(page).to.include('value="&quot;&gt;&lt;b&gt;x"').and.not.include('<b>x');
    expect((await api.client.get('/docs/search?q=a&q=b')).status).to.equal(422);
  });

  it('says so where there is no page: to people in one, to programs in the shape of every error', async () => {
    const forPeople = await api.client.get('/docs/nowhere', { headers: { accept: 'text/html' } });
    expect(forPeople.status).to.equal(404);
    expect(forPeople.body).to.include('Page not found');
    const forPrograms = await api.client.get('/docs/nowhere');
    expect(forPrograms.body).to.include({
      status: 'not_found',
      doc_url: 'https://verify.example.test/docs/errors/not_found',
    });
    const moved = await api.client.get('/docs/quickstart/');
    expect(moved.status).to.equal(308);
    expect(moved.headers.get('location')).to.equal('/docs/quickstart');
    expect((await api.client.get('//evil.example/docs/')).status).to.equal(404);
  });

  it('takes everything for text that is not its own', () => {
    expect(html`<p title="${'"x"'}">${'<b>&</b>'}${[1, undefined, html`<i>2</i>`]}</p>`.text).to.equal(
      '<p title="&quot;x&quot;">&lt;b&gt;&amp;&lt;/b&gt;1<i>2</i></p>',
    );
  });
});
