import { type Page, type Section, splitTitle } from '../page.js';
import { readSource } from '../source.js';

interface Written {
  path: string;
  section: Section;
  /** The file of its text in the repository. */
  file: string;
  /** Sections, by their headings, that are not meant for callers. */
  without?: readonly string[];
  /** Replaces the file's own title. */
  title?: string;
}

/** The pages written by hand, in the order of the menu. Where README or docs/ cover a subject, their text is used. */
const WRITTEN: readonly Written[] = [
  { path: '', section: 'Start', file: 'docs/site/index.md' },
  { path: 'quickstart', section: 'Start', file: 'docs/site/quickstart.md' },
  {
    path: 'test-mode',
    section: 'Start',
    file: 'docs/test-mode.md',
    without: ['How it is kept apart', 'Test subjects'],
  },
  { path: 'test-subjects', section: 'Start', file: 'docs/site/test-subjects.md' },
  { path: 'going-live', section: 'Start', file: 'docs/site/going-live.md' },
  { path: 'guides/authentication', section: 'Guides', file: 'docs/site/authentication.md' },
  { path: 'guides/submit', section: 'Guides', file: 'docs/site/submit.md' },
  { path: 'guides/retries', section: 'Guides', file: 'docs/site/retries.md' },
  { path: 'guides/reports', section: 'Guides', file: 'docs/site/reports.md' },
  { path: 'guides/reviews', section: 'Guides', file: 'docs/site/reviews.md' },
  { path: 'guides/batches', section: 'Guides', file: 'docs/batches.md' },
  { path: 'guides/history', section: 'Guides', file: 'docs/site/history.md' },
  { path: 'guides/credits', section: 'Guides', file: 'docs/site/credits.md' },
  { path: 'webhooks', section: 'Guides', file: 'docs/webhooks.md', without: ['How it works'] },
  {
    path: 'guides/evidence',
    section: 'Guides',
    file: 'docs/evidence.md',
    title: 'Evidence',
    without: ['Running a witness', 'Keys', 'How it works', 'What was tried'],
  },
  { path: 'guides/limits', section: 'Guides', file: 'docs/site/limits.md' },
  { path: 'guides/portal', section: 'Guides', file: 'docs/site/portal.md' },
  { path: 'client', section: 'More', file: 'client/README.md', title: 'Client package for Node.js' },
  {
    path: 'versions',
    section: 'More',
    file: 'docs/versioning.md',
    title: 'Versions and deprecation',
    without: ['Support', 'Database', 'Making a release'],
  },
  { path: 'support', section: 'More', file: 'docs/site/support.md' },
];

/** The pages written by hand. */
export function writtenPages(): Page[] {
  return WRITTEN.map(({ path, section, file, title, without = [] }) => {
    const read = splitTitle(leaveOut(readSource(file), without));
    return { path, section, inMenu: true, ...read, ...(title !== undefined && { title }) };
  });
}

/** The paths of pages, by the files of their texts. */
export const PAGES_OF_FILES: ReadonlyMap<string, string> = new Map([
  ...WRITTEN.map(({ file, path }): [string, string] => [file, path]),
  ['README.md', 'quickstart'],
  ['docs/sandbox.md', 'test-subjects'],
  ['docs/samples/README.md', 'samples'],
  ['CHANGELOG.md', 'changelog'],
]);

/** The file of a page's text, from which its relative links are resolved. */
export function fileOf({ path }: Pick<Page, 'path'>): string {
  const written = WRITTEN.find((page) => page.path === path);
  if (written !== undefined) return written.file;
  return path === 'samples' ? 'docs/samples/README.md' : 'CHANGELOG.md';
}

/**
 * A text without some of its sections, subsections included. Throws if one is not there: it has another name by now,
 * and would be shown.
 */
export function leaveOut(text: string, headings: readonly string[]): string {
  const sections = text.split(/^(?=## )/m);
  const isOf = (heading: string) => (section: string) => section.startsWith(`## ${heading}\n`);
  const missing = headings.filter((heading) => !sections.some(isOf(heading)));
  if (missing.length > 0) throw new Error(`Bug: a text lacks the sections ${missing.join(', ')}`);
  return sections.filter((section) => !headings.some((heading) => isOf(heading)(section))).join('');
}

/** One section of a text, without its heading. */
export function sectionOf(text: string, heading: string): string {
  const found = text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${heading}\n`));
  if (found === undefined) throw new Error(`Bug: a text lacks the section ${heading}`);
  return found.slice(found.indexOf('\n')).trim();
}
