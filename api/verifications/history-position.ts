import type { CursorScope } from '../http/cursor.js';

/** A place in the history, which is ordered by these two. */
export interface HistoryPosition {
  created_at: Date;
  id: string;
}

/** What the cursors of a client's history are good for. */
export function historyScope(clientId: string): CursorScope {
  return { list: 'verifications', clientId };
}

/** The position as the text that a cursor carries: milliseconds since 1970, then the id. */
export function formatPosition({ created_at, id }: HistoryPosition): string {
  return `${created_at.getTime()}.${id}`;
}

/**
 * The same followed by the subject that the history is narrowed to, as its keyed hashes: so no address that the API
 * makes has to repeat a subject, which is personal data and would end up in logs (contract 4.4).
 */
export function formatPlaceOfSubject(position: HistoryPosition, subjectHashes: readonly Buffer[]): string {
  return [formatPosition(position), ...subjectHashes.map((hash) => hash.toString('base64url'))].join('.');
}

/** The subject in what `formatPlaceOfSubject` wrote; undefined when there is none. */
export function subjectIn(text: string): readonly Buffer[] | undefined {
  const [, , ...hashes] = text.split('.');
  return hashes.length === 0 ? undefined : hashes.map((hash) => Buffer.from(hash, 'base64url'));
}

/** Reads the position in either of them; cursors are authenticated, so nothing else arrives here. */
export function parsePosition(text: string): HistoryPosition {
  const [milliseconds = '', id = ''] = text.split('.');
  return { created_at: new Date(Number(milliseconds)), id };
}
