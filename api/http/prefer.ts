/** The longest wait that is worth a held connection, whatever the caller asks for (contract 4.3). */
export const MAX_WAIT_MS = 30_000;

/** What a caller asks for in `Prefer` (RFC 7240) that we can do. */
export interface Preferences {
  /** Milliseconds of `wait`, at most MAX_WAIT_MS; absent when not asked for. */
  waitMs?: number;
  /** Together with `wait` it means: wait that long, then answer 202 (RFC 7240, 4.3). */
  respondAsync: boolean;
}

/**
 * Reads the header `Prefer`. Never throws: a preference is a wish, so what cannot be read is passed over. Of a
 * preference that is given twice only the first counts (RFC 7240, 2).
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

/** The value of `Preference-Applied` for a wait that was applied, in its whole seconds. */
export function appliedWait(waitMs: number): string {
  return `wait=${Math.floor(waitMs / 1000)}`;
}

function waitOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value) * 1000, MAX_WAIT_MS) : undefined;
}

// Every part of it always matches something, so that an unclosed quote costs no second try.
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
