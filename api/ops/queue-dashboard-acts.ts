import type { Request, RequestHandler } from 'express';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { CHECK_QUEUE } from '../../shared/queues/check-queue.js';
import type { StaffDeps } from '../deps.js';
import { methodNotAllowed } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';

/** Something that can be pressed on the board: its name in the audit log, and what it is done to. */
interface Act {
  name: string;
  details: Record<string, string>;
}

/**
 * What may be pressed. Everything here at most makes the queue forget, which the reconciler mends, or enqueues too often,
 * which the dispatch marker makes harmless. Missing on purpose: adding and editing jobs, because the queue holds
 * nothing but ids of ours, and limits on speed and concurrency, which would slow everything down unseen. A pause is
 * there as the emergency stop; the queue numbers of support say that it is on.
 */
const ACTS: readonly RegExp[] = [
  /^\/api\/queues\/(?<act>pause|resume)$/,
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<act>promote|pause|resume|empty|obliterate)$`),
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<act>retry|clean)/(?<status>[a-z-]{1,20})$`),
  new RegExp(`^/api/queues/${CHECK_QUEUE}/(?<job>[\\w-]{1,64})/(?<act>retry|clean|promote)$`),
];

const READING = new Set(['GET', 'HEAD']);

/** Lets nothing be pressed but the acts above, and writes each into the audit log before it is done. */
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

/** By the path exactly as sent: what is not spelt like one of the acts is none, however the board would read it. */
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
