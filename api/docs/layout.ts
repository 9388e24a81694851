import { type Html, html } from './html.js';
import { addressOf, type Page, SECTIONS, type Section, textAddressOf } from './page.js';
import type { Heading } from './render-markdown.js';

/** What every page shows besides its text. */
export interface Frame {
  /** The title of the API. */
  name: string;
  /** Versions of the interface and of the build, for the footer. */
  marks: string;
  pages: readonly Page[];
}

interface Content {
  title: string;
  body: Html;
  /** Absent for the search results and for unknown addresses, which are not pages of the site. */
  page?: Page;
  headings?: readonly Heading[];
  /** The text in the search field. */
  query?: string;
}

/** Lays out a page of the site. It loads its stylesheet and nothing else, and works without scripts. */
export function layOut(frame: Frame, { title, body, page, headings = [], query = '' }: Content): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === frame.name ? title : `${title} · ${frame.name}`}</title>
${page === undefined ? html`<meta name="robots" content="noindex">` : describe(page)}
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<link rel="alternate" type="application/atom+xml" href="/docs/changelog.atom" title="Changelog">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs/" aria-label="Verifications Docs, first page"><img src="/docs/icon.svg" alt="" width="26" height="26"> <span>Verifications <em>Docs</em></span></a>
<form class="search" action="/docs/search" role="search"><input type="search" name="q" value="${query}" maxlength="100" placeholder="Search" aria-label="Search the documentation" required><button>Search</button></form>
<a class="portal" href="/">Portal</a>
<button class="opener" popovertarget="menu">Menu</button>
</header>
<nav id="menu" popover aria-label="Documentation">${menu(frame, page)}</nav>
<main id="content">
${page === undefined ? undefined : crumbs(page)}
<h1>${title}</h1>
${body}
${page === undefined ? undefined : neighbours(frame, page)}
</main>
${headings.length < 3 ? undefined : contents(headings)}
<footer><p>${frame.marks}</p>${page === undefined ? undefined : html`<p><a href="${textAddressOf(page)}">This page as Markdown</a> · <a href="/docs/changelog">Changelog</a> · <a href="/docs/support">Support</a></p>`}</footer>
</body>
</html>
`;
  return whole.text;
}

function describe(page: Page): Html {
  return html`<meta name="description" content="${page.summary}">
<link rel="canonical" href="${addressOf(page)}">
<link rel="alternate" type="text/markdown" href="${textAddressOf(page)}">`;
}

/** The menu of all sections; of long sections only what is close to the current page. */
function menu({ pages }: Frame, current: Page | undefined): Html {
  return html`<ul>${SECTIONS.map(
    (section) => html`<li><span class="section">${section}</span>
<ul>${pages.filter((page) => isShown(page, section, current)).map((page) => entry(page, current))}</ul></li>
`,
  )}</ul>`;
}

/** Sections of which only the overview is shown until the reader is in them. */
const LONG: readonly Section[] = ['Services', 'Errors', 'Reference'];

function isShown(page: Page, section: Section, current: Page | undefined): boolean {
  if (page.section !== section) return false;
  if (page === current) return true;
  if (!LONG.includes(section)) return page.inMenu;
  if (current?.section !== section) return isOverview(page);
  return page.inMenu || isBeside(page, current);
}

function isOverview({ path }: Page): boolean {
  return !path.includes('/');
}

/** Whether a page documents an operation of the current page's group. */
function isBeside({ path }: Page, current: Page): boolean {
  const [section, group] = current.path.split('/');
  return group !== undefined && group !== 'schemas' && path.startsWith(`${section}/${group}/`);
}

function entry(page: Page, current: Page | undefined): Html {
  const depth = page.path.split('/').length;
  const nested = LONG.includes(page.section) ? html` class="depth-${depth}"` : undefined;
  const here = page === current ? html` aria-current="page"` : undefined;
  return html`<li${nested}><a href="${addressOf(page)}"${here}>${page.title}</a></li>
`;
}

function crumbs({ section, path }: Page): Html | undefined {
  if (path === '') return undefined;
  return html`<p class="crumbs">${section}</p>`;
}

function contents(headings: readonly Heading[]): Html {
  const shown = headings.filter(({ depth }) => depth <= 3).slice(0, MAX_CONTENTS);
  return html`<aside class="contents" aria-label="On this page"><p>On this page</p><ul>${shown.map(
    ({ id, text, depth }) => html`<li class="level-${depth}"><a href="#${id}">${text}</a></li>
`,
  )}</ul></aside>`;
}

const MAX_CONTENTS = 40;

/** Links to the pages before and after, for those who read from the start. */
function neighbours({ pages }: Frame, page: Page): Html | undefined {
  const read = pages.filter(({ section }) => section === 'Start' || section === 'Guides');
  const index = read.indexOf(page);
  if (index < 0) return undefined;
  const [before, after] = [read[index - 1], read[index + 1]];
  return html`<nav class="neighbours" aria-label="Next pages">${
    before === undefined
      ? html`<span></span>`
      : html`<a href="${addressOf(before)}" rel="prev"><small>Previous</small>${before.title}</a>`
  }${after === undefined ? undefined : html`<a href="${addressOf(after)}" rel="next"><small>Next</small>${after.title}</a>`}</nav>`;
}
