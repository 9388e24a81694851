import { showDay, showWord } from '../../../../shared/facts/show-fact.js';
import { humanise } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';

/** More lines than this are read in the answer itself. */
const MOST_LINES = 24;

/** What the provider answered, as names and values; whatever is no record of data is only in the answer itself. */
export function ParsedAnswer({ answer }: { answer: unknown }) {
  const lines = linesOf(answer, '');
  if (lines.length === 0) return null;
  return <Facts items={lines.slice(0, MOST_LINES)} />;
}

function linesOf(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => linesOf(item, value.length === 1 ? path : `${path} ${index + 1}`));
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) =>
      linesOf(item, path === '' || path === 'data' ? name : `${path}: ${name}`),
    );
  }
  return path === '' ? [] : [[nameWords(path), valueWords(value)]];
}

/** A name of the provider's for a person: "addresses 2: lastSeen" becomes "Addresses 2: last seen". */
function nameWords(path: string): string {
  return humanise(
    path.replace(/([a-z])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`),
  );
}

/** A value as reports show it; what is no day, word or yes-or-no stays as the provider writes it. */
function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return showWord(showDay(String(value)));
}
