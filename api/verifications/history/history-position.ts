import type { CursorScope } from '../../http/cursor.js';

/** A position in the history, which is ordered by these two. */
export interface HistoryPosition {
  created_at: Date;
  id: string;
}

/** What the cursors of a client's history are valid for. */
export function historyScope(clientId: string): CursorScope {
  return { list: 'verifications', clientId };
}

/** The position as carried by a cursor: milliseconds since 1970, then the id. */
export function formatPosition({ created_at, id }: HistoryPosition): string {
  return `${created_at.getTime()}.${id}`;
}

/**
 * The position, followed by the keyed hashes of the subject the history is filtered by: so no URL the API creates
 * repeats a subject, which is personal data and would end up in logs (contract 4.4).
 */
export function formatPlaceOfSubject(position: HistoryPosition, subjectHashes: readonly Buffer[]): string {
  return [formatPosition(position), ...subjectHashes.map((hash) => hash.toString('base64url'))].join('.');
}

/** The subject in what `formatPlaceOfSubject` wrote; undefined if there is none. */
export function subjectIn(text: string): readonly Buffer[] | undefined {
  const [, , ...hashes] = text.split('.');
  return hashes.length === 0 ? undefined : hashes.map((hash) => Buffer.from(hash, 'base64url'));
}

/** Parses the position from either form; cursors are authenticated, so nothing else arrives here. */
export function parsePosition(text: string): HistoryPosition {
  const [milliseconds = '', id = ''] = text.split('.');
  return { created_at: new Date(Number(milliseconds)), id };
}
