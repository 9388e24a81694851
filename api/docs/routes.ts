import type { Request, RequestHandler, Response, Router } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { noQuery, Query } from '../http/query.js';
import { resource } from '../http/resource.js';
import { html } from './html.js';
import { layOut } from './layout.js';
import { Library } from './library.js';
import { addressOf } from './page.js';

/** A page may load its stylesheet and pictures, and submit a search. It runs no scripts. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * The public documentation (contract 16): open to everyone, because it holds no data. It is rendered on first request,
 * so that it does not slow down the start of the API.
 */
export function docsRoutes(router: Router, { config }: Pick<ApiDeps, 'config'>): void {
  const library = libraryFor(config);
  resource(router, '/docs', { get: [noQuery, pagePolicy, sending(library, '/docs/')] });
  resource(router, '/docs/', { get: [noQuery, pagePolicy, sending(library, '/docs/')] });
  resource(router, '/docs/search', { get: [pagePolicy, searching(library)] });
  resource(router, '/docs/*path', { get: [noQuery, pagePolicy, pageOf(library)] });
  resource(router, '/llms.txt', { get: [noQuery, sending(library, '/llms.txt')] });
}

/** Apps of one process with the same deployment share the pages: tests start many. */
const libraries = new Map<string, Library>();

function libraryFor({ publicUrl, supportContact, port }: ApiConfig): () => Library {
  const deployment = { publicUrl, supportContact, port };
  const name = JSON.stringify(deployment);
  return () => {
    const library = libraries.get(name) ?? new Library(deployment);
    libraries.set(name, library);
    return library;
  };
}

const pagePolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  next();
};

function sending(library: () => Library, address: string): RequestHandler {
  return async (req, res) => {
    const found = library().find(address);
    if (found === undefined) throw notFound();
    await found.send(req, res);
  };
}

function pageOf(library: () => Library): RequestHandler {
  return async (req, res) => {
    const found = library().find(req.path);
    if (found !== undefined) return found.send(req, res);
    const withoutSlash = req.path.replace(/\/$/, '');
    if (library().find(withoutSlash) !== undefined) return res.redirect(308, withoutSlash);
    if (!wantsPage(req)) throw notFound();
    sendPage(res.status(404), layOut(library().frame, UNKNOWN));
  };
}

/** A browser gets an HTML page; programs get the JSON error. */
function wantsPage({ headers }: Request): boolean {
  return headers.accept?.includes('text/html') === true;
}

const UNKNOWN = {
  title: 'Page not found',
  body: html`<p>The address is wrong, or the page has moved. Search for it above, or start at the <a href="/docs/">first page</a>.</p>`,
};

const MAX_QUERY_LENGTH = 100;

function searching(library: () => Library): RequestHandler {
  return (req, res) => {
    const query = new Query(req.query);
    const words = query.optional('q', (text) => ({ ok: true, value: text.slice(0, MAX_QUERY_LENGTH) })) ?? '';
    query.finish();
    sendPage(res, renderResults(library(), words));
  };
}

function renderResults(library: Library, words: string): string {
  const hits = library.search(words);
  const found = hits.map(
    ({
      page,
      snippet,
    }) => html`<li><a href="${addressOf(page)}">${page.title}</a> <span class="where">${page.section}</span>
<p>${snippet}</p></li>
`,
  );
  const none =
    words.trim() === '' ? 'Enter a search term above.' : 'No page contains all of these words. Try fewer.';
  const body = hits.length === 0 ? html`<p>${none}</p>` : html`<ol class="hits">${found}</ol>`;
  return layOut(library.frame, {
    title: words.trim() === '' ? 'Search' : `Search: ${words.trim()}`,
    body,
    query: words,
  });
}

function sendPage(res: Response, text: string): void {
  res.type('html').send(text);
}
