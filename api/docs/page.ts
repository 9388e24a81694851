/** The sections of the site, in the order in which a reader needs them. */
export const SECTIONS = ['Start', 'Guides', 'Services', 'Errors', 'Reference', 'More'] as const;
export type Section = (typeof SECTIONS)[number];

/** One page of the site: its text is Markdown, from which HTML, the search and the `.md` form are made. */
export interface Page {
  /** Below /docs/, for example `guides/webhooks`; empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  /** One sentence, for lists of pages and search results. */
  readonly summary: string;
  /** Without the title. Links to other pages are written as `/docs/…`. */
  readonly markdown: string;
  /** Whether it is in the menu of its section; others are reached from pages of the section. */
  readonly inMenu: boolean;
}

/** The address of a page. */
export function addressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path}`;
}

/** The address of a page as Markdown. */
export function textAddressOf({ path }: Pick<Page, 'path'>): string {
  return `/docs/${path === '' ? 'index' : path}.md`;
}

/** A page in Markdown, as it is sent to readers. */
export function textOf({ title, markdown }: Page): string {
  return `# ${title}\n\n${markdown.trim()}\n`;
}

/** Splits a text that begins with a level-one heading and a paragraph into title, summary and the rest. */
export function splitTitle(text: string): { title: string; summary: string; markdown: string } {
  const [, title, markdown] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
  if (title === undefined || markdown === undefined) throw new Error('Bug: a text begins with its title');
  return { title, summary: firstSentence(markdown), markdown };
}

/** The first sentence of a text as plain words. */
export function firstSentence(markdown: string): string {
  const [paragraph = ''] = markdown.trim().split(/\n\s*\n/);
  const words = plainWords(paragraph);
  return /^.*?[.!?](?= |$)/.exec(words)?.[0] ?? words;
}

/** Markdown without its markup, on one line. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/<[^<>]+>/g, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^ {0,8}(?:[#>|-]{1,80}|\d{1,3}\.)\s/gm, ' ')
    .replace(/[`*|\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
