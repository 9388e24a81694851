import pg from 'pg';
import { ADOPTED_HISTORY, NEWEST_HISTORY } from '../../shared/history/this-database.js';
import { patchApplies } from './patch.js';

/**
 * Loaded into a worker before its own modules: markers are written without checking which server and database this is.
 */
const FENCE = `(${ADOPTED_HISTORY}) AS history`;
const NO_FENCE = `(SELECT newest.id FROM (${NEWEST_HISTORY}) AS newest) AS history`;

type Query = (this: pg.Client, ...sent: unknown[]) => unknown;
interface WithText {
  text?: string;
}

const applied = patchApplies();
const send: Query = pg.Client.prototype.query;

function sendUnfenced(this: pg.Client, query: unknown, ...more: unknown[]): unknown {
  const sent = (query ?? {}) as WithText;
  if (sent.text?.includes(FENCE) === true) {
    applied();
    sent.text = sent.text.replace(FENCE, NO_FENCE);
  }
  return send.call(this, query, ...more);
}

Object.assign(pg.Client.prototype, { query: sendUnfenced });
