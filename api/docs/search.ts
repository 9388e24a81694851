import { addressOf, type Page, plainWords } from './page.js';

/** A page that was found, with the words around the first match. */
export interface Hit {
  page: Page;
  snippet: string;
}

/** A title or headings: as they are, in lower case, and word by word. */
interface Words {
  all: string;
  each: ReadonlySet<string>;
}

export type Search = (query: string) => Hit[];

interface Entry {
  page: Page;
  title: Words;
  headings: Words;
  text: string;
  /** How often each word occurs in the text. */
  counts: ReadonlyMap<string, number>;
  /** These words in their order, in which those with the same beginning stand together. */
  sorted: readonly string[];
}

const MAX_WORDS = 8;
const MAX_HITS = 25;
const SNIPPET = 180;

/** Prepares a search over pages: a page must contain all words of a query; prefixes of words match. */
export function searchOver(pages: readonly Page[]): Search {
  const entries = pages.map(entryOf);
  return (query) => {
    const words = wordsOf(query).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    return entries
      .map((entry) => ({ entry, score: scoreOf(entry, words, query.trim().toLowerCase()) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_HITS)
      .map(({ entry }) => ({ page: entry.page, snippet: snippetOf(entry, words) }));
  };
}

function entryOf(page: Page): Entry {
  const headings = [...page.markdown.matchAll(/^#{2,4} (.+)$/gm)]
    .map(([, heading = '']) => heading)
    .join(' ');
  const text = plainWords(page.markdown);
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    page,
    title: wordsIn(`${page.title} ${addressOf(page)}`),
    headings: wordsIn(headings),
    text,
    counts,
    sorted: [...counts.keys()].sort(),
  };
}

function wordsIn(text: string): Words {
  return { all: text.toLowerCase(), each: new Set(wordsOf(text)) };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function scoreOf(entry: Entry, words: readonly string[], query: string): number {
  const { page, title, headings } = entry;
  let score = 0;
  for (const word of words) {
    const found =
      (isIn(title, word) ? 12 : 0) + (isIn(headings, word) ? 5 : 0) + Math.log2(1 + countOf(entry, word));
    if (found === 0) return 0;
    score += found;
  }
  if (page.title.toLowerCase() === query) score += 100;
  // Someone searching wants a guide before every field of the reference, and before all that has ever changed.
  return page.section === 'Reference' || page.path === 'changelog' ? score * 0.6 : score;
}

/** A shorter word counts only as a whole: almost every title has a `c` in it, few are about C#. */
const MIN_PART_LENGTH = 3;

function isIn({ all, each }: Words, word: string): boolean {
  return word.length < MIN_PART_LENGTH ? each.has(word) : all.includes(word);
}

function countOf({ counts, sorted }: Entry, beginning: string): number {
  let count = counts.get(beginning) ?? 0;
  if (count > 0 || beginning.length < MIN_PART_LENGTH) return count;
  // Anybody may search: comparing every word of every page with eight beginnings would take tens of milliseconds.
  for (let at = placeOf(sorted, beginning); sorted[at]?.startsWith(beginning) === true; at += 1) {
    count += counts.get(sorted[at] ?? '') ?? 0;
  }
  return count;
}

/** Where a word stands among others in their order, or would stand. */
function placeOf(sorted: readonly string[], word: string): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < word) from = middle + 1;
    else to = middle;
  }
  return from;
}

function snippetOf({ page, text }: Entry, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).find((index) => index >= 0);
  if (at === undefined || at < SNIPPET / 2) return text.slice(0, SNIPPET) || page.summary;
  const start = text.indexOf(' ', at - SNIPPET / 2) + 1;
  return `… ${text.slice(start, start + SNIPPET)}`;
}
