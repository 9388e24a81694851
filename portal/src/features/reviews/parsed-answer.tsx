import { showDay, showWord } from '../../../../shared/facts/show-fact.js';
import { humanise } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';

/** Answers with more lines are read in full instead. */
const MAX_LINES = 24;

/** The provider's answer as names and values; anything that is not a record is shown only in the full answer. */
export function ParsedAnswer({ answer }: { answer: unknown }) {
  const lines = linesOf(answer, '');
  if (lines.length === 0) return null;
  return <Facts items={lines.slice(0, MAX_LINES)} />;
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

/** A name from the provider in readable form: "addresses 2: lastSeen" becomes "Addresses 2: last seen". */
function nameWords(path: string): string {
  return humanise(
    path.replace(/([a-z])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`),
  );
}

/** A value as reports show it; anything other than a day, a word or a boolean stays as the provider wrote it. */
function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return showWord(showDay(String(value)));
}
