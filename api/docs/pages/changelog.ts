import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { PORTAL_CACHE_VERSION } from '../../openapi/portal-cache.js';
import type { Page } from '../page.js';
import { readSource } from '../source.js';

/** One release, or the unreleased changes. */
export interface Release {
  /** The number, or `Unreleased`. */
  name: string;
  /** yyyy-mm-dd; absent for unreleased changes. */
  date: string | undefined;
  markdown: string;
}

/** The non-empty releases in CHANGELOG.md, newest first: right after a release *Unreleased* is empty. */
export function releases(): Release[] {
  const [, ...sections] = readSource('CHANGELOG.md').split(/^## /m);
  return sections.map(readRelease).filter(({ markdown }) => markdown !== '');
}

function readRelease(section: string): Release {
  const [heading = ''] = section.split('\n', 1);
  const [, name = heading, date] = /^\[?([^\]\s]+)\]?(?: - (\d{4}-\d\d-\d\d))?/.exec(heading) ?? [];
  return { name, date, markdown: section.slice(heading.length).trim() };
}

/** The changelog, with the versions by which a reader identifies this deployment. */
export function changelogPage(): Page {
  return {
    path: 'changelog',
    title: 'Changelog',
    section: 'More',
    summary: 'What changed, newest first, with a feed to follow.',
    markdown: [
      'What changed, newest first. Follow it by [the feed](/docs/changelog.atom) (Atom); what may change at all is under [versions](/docs/versions).',
      `Price list and build of the documentation: **${PRICE_LIST.release}**. Cache version of the portal: **v=${PORTAL_CACHE_VERSION}**.`,
      ...releases().map(
        ({ name, date, markdown }) =>
          `## ${name === 'Unreleased' ? 'In this build, not yet numbered' : name}${date === undefined ? '' : `, ${date}`}\n\n${markdown}`,
      ),
    ].join('\n\n'),
    inMenu: true,
  };
}
