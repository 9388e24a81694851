import type { Sql } from '../db/database.js';
import { consistencyProof, inclusionProof, tilesFor } from './merkle.js';
import { readCheckpoint } from './note.js';
import type { LogRecord } from './records.js';
import { loadTiles, tileReader } from './tiles.js';

/** The newest published state of the log. */
export interface LogHead {
  origin: string;
  size: number;
  note: string;
  cosigned_size: number;
  cosigned_note: string | null;
}

/** Reads the head of the log; undefined before its first entry. */
export async function loadHead(sql: Sql): Promise<LogHead | undefined> {
  const [head] = await sql.query<LogHead>(
    'SELECT origin, size, note, cosigned_size, cosigned_note FROM log_state',
  );
  return head;
}

/** The checkpoint to show: the newest one cosigned by witnesses, unless a newer entry is asked about. */
export function checkpointFor(head: LogHead, index: number): string {
  return head.cosigned_note !== null && index < head.cosigned_size ? head.cosigned_note : head.note;
}

/** The position of a consent in the log; undefined while it is not sealed. */
export async function findConsent(
  sql: Sql,
  clientId: string,
  verificationId: string,
): Promise<number | undefined> {
  const [found] = await sql.query<{ index: number }>(
    `SELECT s.first_index + (e.evidence_no - s.first_no) AS index FROM consent_evidence e
     CROSS JOIN LATERAL (
       SELECT first_no, length, first_index FROM log_spans
       WHERE kind = 'consent' AND client_id = e.client_id AND first_no <= e.evidence_no
       ORDER BY first_no DESC LIMIT 1) AS s
     WHERE e.client_id = $1 AND e.verification_id = $2 AND e.evidence_no < s.first_no + s.length`,
    [clientId, verificationId],
  );
  return found?.index;
}

/** The position of any other record in the log; undefined while it is not sealed. */
export async function findRecord(
  sql: Sql,
  { kind, clientId, no }: Pick<LogRecord, 'kind' | 'clientId' | 'no'>,
): Promise<number | undefined> {
  const [found] = await sql.query<{ index: number }>(
    `SELECT first_index + ($3 - first_no) AS index FROM (
       SELECT first_no, length, first_index FROM log_spans
       WHERE kind = $1 AND client_id = $2 AND first_no <= $3 ORDER BY first_no DESC LIMIT 1) AS s
     WHERE $3 < first_no + length`,
    [kind, clientId, no],
  );
  return found?.index;
}

/**
 * The proof that an entry is in the tree of a checkpoint, in the format of C2SP tlog-proof, with anything to be
 * disclosed about the entry in `extra`.
 */
export async function tlogProof(sql: Sql, index: number, note: string, extra?: Buffer): Promise<string> {
  const { size } = readCheckpoint(note);
  const rows = await loadTiles(sql, tilesFor(size, [index]));
  const hashes = inclusionProof(tileReader(rows, size), index, size);
  const lines = hashes.map((hash) => `${hash.toString('base64')}\n`).join('');
  const said = extra === undefined ? '' : `extra ${extra.toString('base64')}\n`;
  return `c2sp.org/tlog-proof@v1\n${said}index ${index}\n${lines}\n${note}`;
}

/** The hashes that prove that the tree of `size` extends that of `old`. */
export async function loadConsistency(sql: Sql, old: number, size: number): Promise<Buffer[]> {
  if (old === 0 || old === size) return [];
  const rows = await loadTiles(sql, tilesFor(size, [old - 1, old]));
  return consistencyProof(tileReader(rows, size), old, size);
}
