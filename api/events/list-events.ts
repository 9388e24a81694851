import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeMember } from '../../shared/domain/mode.js';
import { EVENTS_KEPT_DAYS } from '../../shared/domain/webhook-event.js';
import type { WireEvent, WireEventPage } from '../../shared/wire/event.js';
import type { ApiDeps } from '../deps.js';
import { invalidQuery } from '../errors/catalogue.js';
import { clientIdOf } from '../http/context.js';
import { type CursorScope, openCursor, sealCursor } from '../http/cursor.js';
import { readLimit } from '../http/page.js';
import { parsedBy, Query } from '../http/query.js';
import { type EventRow, type FeedPosition, loadEvents } from './load-events.js';

/**
 * GET /api/v1/events: the client's events in the order they happened, including those no webhook was notified of
 * (contract 7). The feed has no end: a reader who has read everything comes back with the last cursor.
 */
export function listEvents({ db, config: { indexKey } }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const scope: CursorScope = { list: 'events', clientId };
    const { after, limit } = readQuery(req, scope, indexKey);
    const stretch = await loadEvents(db.scoped(ofClient(clientId)), clientId, { after, limit });
    if (stretch === 'expired') throw cursorExpired();
    if (stretch === 'other_history') throw cursorOfOtherHistory();
    const { events, lastEventNo, historyId } = stretch;
    const cursorAt = (eventNo: number): string => sealCursor(indexKey, scope, `${historyId}:${eventNo}`);
    const end = events.at(-1)?.event_no ?? lastEventNo;
    const page: WireEventPage = {
      data: events.map((row) => presentEvent(row, cursorAt(row.event_no), clientId)),
      next_cursor: cursorAt(end),
      has_more: end < lastEventNo,
    };
    res.json(page);
  };
}

function readQuery(
  req: Request,
  scope: CursorScope,
  key: KeyObject,
): { after: FeedPosition | undefined; limit: number } {
  const query = new Query(req.query);
  const readCursor = parsedBy(
    (text) => openCursor(key, scope, text),
    'invalid_cursor',
    'Send the unchanged next_cursor of an earlier page of this feed or the cursor of an event, or omit it to start from the oldest event.',
  );
  const after = query.optional('after', readCursor);
  const limit = readLimit(query);
  query.finish();
  return { after: after === undefined ? undefined : readPosition(after), limit };
}

/** `<history>:<number>`, or the number alone in cursors of earlier releases. */
function readPosition(text: string): FeedPosition {
  const [eventNo = '', historyId] = text.split(':').reverse();
  return { historyId, eventNo: Number(eventNo) };
}

function cursorOfOtherHistory(): Error {
  const message =
    'The database was restored to an earlier state after this cursor was issued: events that you have read may be gone, and others may have taken their place. Omit the parameter to read the feed again from the oldest event, skip those whose event_id you know, and compare with GET /api/v1/verifications.';
  return invalidQuery([{ field: 'after', code: 'history_changed', message }]);
}

function cursorExpired(): Error {
  const message = `The events after this cursor are no longer available: events are kept for ${EVENTS_KEPT_DAYS} days. Compare with GET /api/v1/verifications, and omit the parameter to start from the oldest event.`;
  return invalidQuery([{ field: 'after', code: 'cursor_expired', message }]);
}

function presentEvent(row: EventRow, cursor: string, clientId: string): WireEvent {
  return {
    event_id: toPublicId('webhookEvent', row.id),
    type: row.type,
    timestamp: row.created_at.toISOString(),
    data: { ...row.data, ...modeMember(clientId) },
    cursor,
  };
}
