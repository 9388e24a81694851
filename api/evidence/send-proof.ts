import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { checkpointFor, loadHead, tlogProof } from '../../shared/log/proofs.js';
import { conflict } from '../errors/catalogue.js';
import { reauthoriseCaller } from '../http/context.js';
import { disconnectSignal } from '../http/disconnect.js';

const LOOK_EVERY_MS = 150;
/** Polls for longer than sealing takes unless the workers are down. */
const LOOKS = 20;

/** The position of a record in the log, and what to disclose besides; undefined while it is not sealed. */
export interface Place {
  index: number;
  extra?: Buffer;
}

/** Sends the proof that a record is in the log as soon as it is; a 409 if that takes too long. */
export async function sendProof(
  sql: Sql,
  res: Response,
  find: () => Promise<Place | undefined>,
): Promise<void> {
  const hungUp = disconnectSignal(res);
  for (let look = 0; look < LOOKS && !hungUp.aborted; look += 1) {
    if (look > 0) await sleep(LOOK_EVERY_MS);
    const place = await find();
    const head = place === undefined ? undefined : await loadHead(sql);
    if (place === undefined || head === undefined) continue;
    if (look > 0) await reauthoriseCaller(res);
    const note = checkpointFor(head, place.index);
    res.type('text/plain').send(await tlogProof(sql, place.index, note, place.extra));
    return;
  }
  if (hungUp.aborted) return;
  res.set('Retry-After', '1');
  throw conflict('It is recorded, but not in the log yet. Try again in a moment.');
}
