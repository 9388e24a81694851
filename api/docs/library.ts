import path from 'node:path';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import { StaticBody } from '../http/static-body.js';
import { openApiDocument } from '../openapi/document.js';
import { PORTAL_CACHE_VERSION } from '../openapi/portal-cache.js';
import type { Deployment } from '../openapi/write-document.js';
import { changelogFeed } from './feed.js';
import { html } from './html.js';
import { type Frame, layOut } from './layout.js';
import { llmsText } from './llms.js';
import { addressOf, type Page, textAddressOf, textOf } from './page.js';
import { servedFiles } from './pages/downloads.js';
import { renderMarkdown } from './render-markdown.js';
import { type Search, searchOver } from './search.js';
import { sitePages } from './site.js';
import { changedAt, readFile, readSource } from './source.js';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Everything below /docs/, by address: rendered on first request, then kept. */
export class Library {
  readonly frame: Frame;
  readonly #makers: ReadonlyMap<string, () => StaticBody>;
  readonly #made = new Map<string, StaticBody>();
  #search: Search | undefined;

  constructor(deployment: Deployment) {
    const document = openApiDocument(deployment);
    const base = (deployment.publicUrl ?? '').replace(/\/$/, '');
    const pages = sitePages(document, deployment);
    const { title, version } = document.info;
    this.frame = {
      name: title,
      marks: `API ${version} · build ${PRICE_LIST.release} · portal v=${PORTAL_CACHE_VERSION}`,
      pages,
    };
    this.#makers = new Map([
      ...pages.flatMap((page) => this.#pageMakers(page)),
      ...servedFiles().map(fileMaker),
      ['/docs/style.css', () => new StaticBody('text/css; charset=utf-8', readSource('docs/site/style.css'))],
      ['/docs/icon.svg', () => new StaticBody('image/svg+xml', readSource('docs/site/icon.svg'))],
      [
        '/docs/changelog.atom',
        () =>
          new StaticBody(
            'application/atom+xml; charset=utf-8',
            changelogFeed(base, changedAt('CHANGELOG.md')),
          ),
      ],
      // Next to the workflows, which name it as their source.
      ['/docs/files/openapi.json', () => new StaticBody(JSON_TYPE, JSON.stringify(document))],
      ['/llms.txt', () => new StaticBody(PLAIN, llmsText(title, pages, base))],
    ]);
  }

  /** What is served at an address, or undefined. */
  find(address: string): StaticBody | undefined {
    const made = this.#made.get(address) ?? this.#makers.get(address)?.();
    if (made !== undefined) this.#made.set(address, made);
    return made;
  }

  /** Every address, for callers that walk over all of them. */
  get addresses(): string[] {
    return [...this.#makers.keys()];
  }

  /** The pages that contain all words of a query, best first. */
  search(query: string): ReturnType<Search> {
    this.#search ??= searchOver(this.frame.pages);
    return this.#search(query);
  }

  #pageMakers(page: Page): [string, () => StaticBody][] {
    return [
      [addressOf(page), () => new StaticBody(HTML, this.#render(page))],
      [textAddressOf(page), () => new StaticBody(MARKDOWN, textOf(page))],
    ];
  }

  #render(page: Page): string {
    const { html: body, headings } = renderMarkdown(page.markdown);
    return layOut(this.frame, { title: page.title, body: html`${body}`, page, headings });
  }
}

const TYPES: Readonly<Record<string, string>> = { '.json': JSON_TYPE, '.png': 'image/png' };

function fileMaker(file: string): [string, () => StaticBody] {
  const type = TYPES[path.extname(file)] ?? PLAIN;
  return [`/docs/files/${file.replace(/^docs\//, '')}`, () => new StaticBody(type, readFile(file))];
}
