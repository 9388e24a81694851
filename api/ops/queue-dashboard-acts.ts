import type { Request, RequestHandler } from 'express';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { CHECK_QUEUE } from '../../shared/queues/check-queue.js';
import type { StaffDeps } from '../deps.js';
import { methodNotAllowed } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';

/** A button on the board: its name in the audit log, and what it acts on. */
interface Act {
  name: string;
  details: Record<string, string>;
}

/**
 * The permitted acts. At worst they make the queue forget, which the reconciler repairs, or enqueue too often, which
 * the dispatch marker makes harmless. Adding and editing jobs is left out on purpose, because the queue contains
 * nothing but our ids, and so are limits on speed and concurrency, which would slow everything down unnoticed. Pausing
 * is there as the emergency stop; the queue figures for support show that it is on.
 */
const ACTS: readonly RegExp[] = [
  /^\/api\/queues\/(?<act>pause|resume)$/,
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<act>promote|pause|resume|empty|obliterate)$`),
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<act>retry|clean)/(?<status>[a-z-]{1,20})$`),
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<job>[\\w-]{1,64})/(?<act>retry|clean|promote)$`),
];

const READING = new Set(['GET', 'HEAD']);

/** Refuses everything but the acts above, and records each in the audit log before it is performed. */
export function guardActs({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, res, next) => {
    if (!READING.has(req.method)) {
      const act = actOf(req);
      if (act === undefined) throw methodNotAllowed(['GET', 'HEAD']);
      const { name, details } = act;
      await db.transaction((sql) =>
        appendAudit(sql, { ...auditActor(req, res), action: `queue.${name}`, target: CHECK_QUEUE, details }),
      );
    }
    next();
  };
}

/**
 * Matches the path exactly as sent: anything not spelt like one of the acts is refused, however the board would read
 * it.
 */
function actOf(req: Request): Act | undefined {
  if (req.method !== 'PUT') return undefined;
  for (const pattern of ACTS) {
    const groups = pattern.exec(req.path)?.groups;
    if (groups?.act === undefined) continue;
    const { act, ...others } = groups;
    const given = Object.entries(others).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { name: act, details: Object.fromEntries(given) };
  }
  return undefined;
}
