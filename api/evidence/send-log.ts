import type { RequestHandler } from 'express';
import { HASH_BYTES, TILE_WIDTH, widthIn } from '../../shared/log/merkle.js';
import { verifierKey } from '../../shared/log/note.js';
import { checkpointFor, loadHead } from '../../shared/log/proofs.js';
import { loadTiles, tileReader } from '../../shared/log/tiles.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';

// The files of C2SP tlog-tiles. They contain only hashes and are the same for everyone, so any cache may serve them.

/** GET /log/checkpoint: the head of the log, as last signed by its witnesses, or signed by the log alone. */
export function sendCheckpoint({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const head = await loadHead(db.unscoped);
    if (head === undefined) throw notFound();
    // Witnesses answer within a second or two; while they are unavailable the log proceeds without them.
    const index = head.cosigned_size > 0 && head.cosigned_size === head.size ? 0 : head.size;
    res.set('Cache-Control', 'public, max-age=1');
    res.type('text/plain').send(checkpointFor(head, index));
  };
}

/** GET /log/vkey: the verifier keys of the log, in the form used by witnesses and other readers of signed notes. */
export function sendVerifierKeys({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (_req, res) => {
    const head = await loadHead(db.unscoped);
    if (head === undefined) throw notFound();
    const keys = config.evidenceKeys.all.map((key) => `${verifierKey(head.origin, key)}\n`);
    res.set('Cache-Control', 'public, max-age=300');
    res.type('text/plain').send(keys.join(''));
  };
}

/** `<L>/<N>[.p/<W>]`, with N written in groups of three digits. */
const TILE = /^(\d|[1-5]\d|6[0-3]|entries)\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

interface Wanted {
  entries: boolean;
  level: number;
  no: number;
  width: number;
}

function readAddress(path: string): Wanted | undefined {
  const [, level = '', number = '', width] = TILE.exec(path) ?? [];
  if (level === '' || /^x000\//.test(number)) return undefined;
  // A partial tile is smaller than a full one: a second address for a full tile would be cached twice.
  if (Number(width) >= TILE_WIDTH) return undefined;
  const entries = level === 'entries';
  return {
    entries,
    level: entries ? 0 : Number(level),
    no: Number(number.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}

/**
 * GET /log/tile/…: hashes of the tree, or entries. Full tiles never change, and a partial tile is a prefix of the full
 * one.
 */
export function sendTile({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const { path } = req.params;
    const wanted = readAddress(Array.isArray(path) ? path.join('/') : String(path));
    const head = await loadHead(db.unscoped);
    if (wanted === undefined || head === undefined) throw notFound();
    const { entries, width, ...address } = wanted;
    if (widthIn(head.size, address) < width) throw notFound();
    const rows = await loadTiles(db.unscoped, [address]);
    const body = entries
      ? bundle(rows[0]?.data ?? Buffer.alloc(0), width)
      : Buffer.concat(tileReader(rows, head.size)(address).slice(0, width));
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.type('application/octet-stream').send(body);
  };
}

/** Entries, each preceded by its length in two bytes. */
function bundle(data: Buffer, width: number): Buffer {
  const length = Buffer.from([0, HASH_BYTES]);
  const entries = Array.from({ length: width }, (_item, place) =>
    data.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
  return Buffer.concat(entries.flatMap((entry) => [length, entry]));
}
