import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { placesTaken } from '../limits/headers.js';
import { announceCsv, type CsvForm, csvHeader, csvRows } from './csv.js';

/** Enough that asking for them costs little beside sending them, and few enough to be made in a few milliseconds. */
export const ROWS_AT_A_TIME = 500;
/** How long a caller may take nothing of a file before the connection is given up. */
const STALLED_AFTER_MS = 60_000;

/**
 * Answers with a CSV file of any length, a batch of items at a time: the next one is only asked for when the caller
 * has taken those before it, and none after it hung up. Resolves when the file has gone, or the caller has. Rejects
 * when a batch cannot be had; the file then ends without the mark of its end, so that nobody takes it for whole.
 */
export async function sendCsvFile<Item>(
  res: Response,
  form: CsvForm<Item>,
  batches: AsyncIterator<readonly Item[]>,
): Promise<void> {
  // Before the answer begins, so that what goes wrong here is still a proper error.
  const first = await batches.next();
  announceCsv(res, form);
  res.setTimeout(STALLED_AFTER_MS);
  try {
    await pipeline(Readable.from(csvParts(form, first, batches)), res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* csvParts<Item>(
  form: CsvForm<Item>,
  first: IteratorResult<readonly Item[]>,
  batches: AsyncIterator<readonly Item[]>,
): AsyncGenerator<string> {
  yield csvHeader(form);
  for (let batch = first; batch.done !== true; batch = await batches.next()) yield csvRows(form, batch.value);
}

const FILES_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 5;

/** Bounds how many files a client takes at once from one process, each of which keeps the database busy. */
export class CsvTurns {
  readonly #taken = new Map<string, number>();

  /** Runs `send` for this client. Throws `rate_limited` when two are under way already. */
  async run(client: string, send: () => Promise<void>): Promise<void> {
    const taken = this.#taken.get(client) ?? 0;
    if (taken >= FILES_AT_ONCE) throw placesTaken('csv-files', FILES_AT_ONCE, RETRY_AFTER_SECONDS);
    this.#taken.set(client, taken + 1);
    try {
      await send();
    } finally {
      const left = (this.#taken.get(client) ?? 1) - 1;
      if (left === 0) this.#taken.delete(client);
      else this.#taken.set(client, left);
    }
  }
}
