import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import { type Period, readPeriod } from '../http/period.js';
import { parsedBy } from '../http/query.js';

/** Which audit entries to list; undefined filters do not apply. */
export interface AuditFilters extends Period {
  actor: string | undefined;
  action: string | undefined;
  target: string | undefined;
}

/** What the cursors of the audit log are valid for. */
export const AUDIT_SCOPE: CursorScope = { list: 'audit_log', clientId: '' };

/** Parses the query of the audit log. Throws 422 with all faults. */
export function readAuditQuery(parameters: Request['query'], indexKey: KeyObject): ListQuery<AuditFilters> {
  return readListQuery(parameters, indexKey, AUDIT_SCOPE, (query) => ({
    actor: query.optional('actor', readWord),
    action: query.optional('action', readWord),
    target: query.optional('target', readWord),
    ...readPeriod(query),
  }));
}

/** Actors, actions and targets are ids and words of ours; an adopted history of the database is named by a UUID. */
const WORD = /^[a-z0-9_.-]{1,60}$/;
export const AUDIT_WORD = WORD.source;

const readWord = parsedBy(
  (text) => (WORD.test(text) ? text : undefined),
  'invalid_word',
  'Use the form that the audit log shows: an id, `system`, or an action such as user.suspended.',
);
