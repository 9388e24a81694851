import pg from 'pg';
import { ADOPTED_HISTORY, NEWEST_HISTORY } from '../../shared/history/this-database.js';
import { patchApplies } from './patch.js';

/**
 * Loaded into a worker before its own modules: markers are written without checking which server and database this is.
 */
const FENCE = `(${ADOPTED_HISTORY}) AS history`;
const NO_FENCE = `(SELECT newest.id FROM (${NEWEST_HISTORY}) AS newest) AS history`;

type Query = (this: pg.Client, ...sent: unknown[]) => unknown;
interface Named {
  name?: string;
  text?: string;
}

const applied = patchApplies();
const send: Query = pg.Client.prototype.query;

function sendUnfenced(this: pg.Client, query: unknown, ...more: unknown[]): unknown {
  const { name, text } = (query ?? {}) as Named;
  if (text?.includes(FENCE) !== true) return send.call(this, query, ...more);
  applied();
  return send.call(this, { ...(query as Named), name, text: text.replace(FENCE, NO_FENCE) }, ...more);
}

Object.assign(pg.Client.prototype, { query: sendUnfenced });
