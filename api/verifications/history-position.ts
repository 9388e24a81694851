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

/** Reads what `formatPosition` wrote; cursors are authenticated, so nothing else arrives here. */
export function parsePosition(text: string): HistoryPosition {
  const [milliseconds = '', id = ''] = text.split('.');
  return { created_at: new Date(Number(milliseconds)), id };
}
