/** What each kind of id begins with on the wire, before an underscore. */
export const ID_PREFIXES = {
  verification: 'ver',
  client: 'cli',
  user: 'usr',
  walletEntry: 'ent',
  apiKey: 'key',
  webhook: 'whk',
  webhookEvent: 'evt',
  delivery: 'dlv',
  erasure: 'ers',
  batch: 'bat',
  session: 'ses',
  secondFactor: 'fac',
  invitation: 'inv',
  approval: 'apr',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

// 128 bits in 26 characters leave the first one at most 7; upper case is not canonical and would alias an id.
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const SUFFIX_ALONE = new RegExp(`^${SUFFIX}$`);

/** The pattern of the ids of a kind, as regular expressions of other languages understand it too. */
export function publicIdPattern(kind: IdKind): string {
  return `^${ID_PREFIXES[kind]}_${SUFFIX}$`;
}

/** Whether a text is written like an id of this kind; there may be no such thing. */
export function isPublicId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && SUFFIX_ALONE.test(text.slice(prefix.length));
}
