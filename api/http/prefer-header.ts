/** The longest wait worth holding a connection for, whatever the caller asks for (contract 4.3). */
export const MAX_WAIT_MS = 30_000;

/** The preferences in `Prefer` (RFC 7240) that we support. */
export interface Preferences {
  /** Milliseconds of `wait`, at most MAX_WAIT_MS; absent if not requested. */
  waitMs?: number;
  /** Together with `wait`: wait that long, then answer 202 (RFC 7240, 4.3). */
  respondAsync: boolean;
}

/**
 * Parses the header `Prefer`. Never throws: a preference is only a wish, so unreadable ones are skipped. If a
 * preference is given twice, only the first counts (RFC 7240, 2).
 */
export function parsePrefer(header: string | readonly string[] | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const item of splitOutsideQuotes([header ?? []].flat().join(','), ',')) {
    const [preference = ''] = splitOutsideQuotes(item, ';');
    const [name = '', ...value] = preference.split('=');
    const key = name.trim().toLowerCase();
    if (key !== '' && !preferences.has(key)) preferences.set(key, unquote(value.join('=').trim()));
  }
  const waitMs = waitOf(preferences.get('wait'));
  return { ...(waitMs !== undefined && { waitMs }), respondAsync: preferences.has('respond-async') };
}

/** The value of `Preference-Applied` for an applied wait, in whole seconds. */
export function appliedWait(waitMs: number): string {
  return `wait=${Math.floor(waitMs / 1000)}`;
}

function waitOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value) * 1000, MAX_WAIT_MS) : undefined;
}

// Every part always matches something, so that an unclosed quote causes no backtracking.
const QUOTED = String.raw`"(?:[^"\\]|\\.?)*"?`;
const PIECES = {
  ',': new RegExp(`(?:[^,"]|${QUOTED})+`, 'g'),
  ';': new RegExp(`(?:[^;"]|${QUOTED})+`, 'g'),
};

function splitOutsideQuotes(text: string, separator: keyof typeof PIECES): string[] {
  return text.match(PIECES[separator]) ?? [];
}

function unquote(value: string): string {
  const [, inner] = /^"(.*)"$/.exec(value) ?? [];
  return inner === undefined ? value : inner.replace(/\\(.)/g, '$1');
}
