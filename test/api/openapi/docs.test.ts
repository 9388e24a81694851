import { expect } from 'chai';
import { html, markdown } from '../../../api/openapi/docs/html.js';
import { renderPage } from '../../../api/openapi/docs/render-page.js';
import { openApiDocument } from '../../../api/openapi/document.js';
import { startApi, type TestApi } from '../../support/app.js';

describe('the reference page', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const document = openApiDocument(undefined);
  const page = renderPage(document);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

  it('is served to everybody, and may load nothing but its own stylesheet', async () => {
    const { status, headers, body } = await api.client.get('/docs');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none';style-src 'self';/);
    expect(body).to.equal(page);
    const style = await api.client.get('/docs/style.css');
    expect(style.status).to.equal(200);
    expect(style.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(style.body).to.include('prefers-color-scheme: dark').and.include('@media print');
    expect(style.body).to.not.match(/url\(|@import/);
  });

  it('has neither scripts nor inline styles nor anything from elsewhere', () => {
    expect(page).to.not.match(/<script|<style|style=|onclick|https?:\/\/[^"]*"[^>]*rel=/);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    const outside = loaded.filter((address) => !address.startsWith('#') && !address.startsWith('/'));
    expect(outside).to.deep.equal([]);
  });

  it('gives every operation, schema and header an address of its own, and links to none that is missing', () => {
    expect(new Set(ids).size).to.equal(ids.length);
    const wanted = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);
    expect(ids).to.include.members([...wanted, ...schemas, 'header-Retry-After', 'tag-api-keys']);
    for (const [, target = ''] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).to.include(target);
  });

  it('takes everything for text that is not its own', () => {
    expect(html`<p title="${'"x"'}">${'<b>&</b>'}${[1, undefined, html`<i>2</i>`]}</p>`.text).to.equal(
      '<p title="&quot;x&quot;">&lt;b&gt;&amp;&lt;/b&gt;1<i>2</i></p>',
    );
  });

  it('reads the little Markdown that descriptions use', () => {
    expect(markdown('One `<a>` **b**\n\n- x\n- `y`')?.text).to.equal(
      '<p>One <code>&lt;a&gt;</code> <strong>b</strong></p><ul><li>x</li><li><code>y</code></li></ul>',
    );
    expect(markdown(undefined)).to.equal(undefined);
  });
});
