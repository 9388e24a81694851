import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { placesTaken } from '../limits/headers.js';
import { announceCsv, type CsvForm, csvHeader, csvRows } from './csv.js';

/** Large enough that the queries cost little compared with sending, small enough to format in a few milliseconds. */
export const ROWS_AT_A_TIME = 500;

/**
 * Answers with a CSV file of any length, one batch of items at a time: the next is fetched only once the caller has
 * taken the previous ones, and none after a hang-up. Resolves when the file is sent or the caller is gone. Rejects if a
 * batch cannot be read; the file then lacks its end marker, so that nobody takes it for complete.
 */
export async function sendCsvFile<Item>(
  res: Response,
  form: CsvForm<Item>,
  batches: AsyncIterator<readonly Item[]>,
): Promise<void> {
  // Before the answer begins, so that an error here is still a proper error response.
  const first = await batches.next();
  announceCsv(res, form);
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

/** Limits how many files a client may download at once from one process, since each keeps the database busy. */
export class CsvTurns {
  readonly #taken = new Map<string, number>();

  /** Runs `send` for this client. Throws `rate_limited` if two are in progress already. */
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
