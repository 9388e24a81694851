import pg from 'pg';
import { patchApplies, SWITCH_SCOPE } from './patch.js';

/**
 * Loaded into an API before its own modules, on a database whose row-level security is off: it talks to PostgreSQL as a
 * release without scopes would. Transactions begin without a scope, reads run outside a transaction, and a read that
 * would send its scope first (shared/db/scoped-read.ts) does not. A signal has it send them, and the next not.
 */
const SCOPED_BEGIN = /^BEGIN; SET LOCAL app\.scope = /;
const ONLY_READS =
  /^\s*SELECT\b(?![\s\S]*\b(?:FOR (?:NO KEY )?(?:UPDATE|SHARE)|FOR KEY SHARE|pg_\w*advisory\w*)\b)/;
const END = /^(?:COMMIT|ROLLBACK)$/;
const applied = patchApplies();
const NOTHING = { rows: [], rowCount: null };

type Query = (this: pg.Client, ...sent: unknown[]) => unknown;

/** Clients whose BEGIN has not been sent yet. */
const waiting = new WeakSet<pg.Client>();
/** Clients that have sent a read with its scope. */
const prepared = new WeakSet<pg.Client>();
const send: Query = pg.Client.prototype.query;

let sendsScope = false;
process.on(SWITCH_SCOPE, () => {
  sendsScope = !sendsScope;
});

function sendUnscoped(this: pg.Client, ...sent: unknown[]): unknown {
  if (sendsScope) return send.apply(this, sent);
  forgetScope(this, sent[0]);
  const text = textOf(sent[0]);
  if (SCOPED_BEGIN.test(text)) {
    applied();
    waiting.add(this);
    return Promise.resolve(NOTHING);
  }
  if (waiting.has(this) && !ONLY_READS.test(text)) {
    waiting.delete(this);
    if (END.test(text)) return Promise.resolve(NOTHING);
    // A broken connection is reported to whoever runs the next statement.
    Promise.resolve(send.call(this, 'BEGIN')).catch(() => undefined);
  }
  return send.apply(this, sent);
}

/**
 * The read has its own `submit`, which sends the scope and then does the same as any query. The first on a connection
 * keeps it, because it prepares what later ones find there when scopes are sent again.
 */
function forgetScope(client: pg.Client, query: unknown): void {
  if (!(query instanceof pg.Query) || !Object.hasOwn(query, 'submit')) return;
  if (prepared.has(client)) Reflect.deleteProperty(query, 'submit');
  prepared.add(client);
  applied();
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return (query as { text?: string } | undefined)?.text ?? '';
}

Object.assign(pg.Client.prototype, { query: sendUnscoped });
