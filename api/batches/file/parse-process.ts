import { MAX_BATCH_ROWS } from '../../../shared/domain/batch.js';
import { type KnownColumns, takeKnownColumns } from './columns.js';
import { parseFile } from './parse-file.js';
import type { Table } from './table.js';

/** What a process is given. */
export interface FileToRead {
  bytes: Uint8Array;
  /** Names of columns in the file, with their meaning. */
  columns: ReadonlyMap<string, string>;
}

/** What a process makes of it: no more than is needed, since taking it over costs time and memory. */
export type ReadFile = KnownColumns | Exclude<Table, { kind: 'columns' }>;

/** What a process answers. */
export type ReadOutcome = { file: ReadFile } | { error: unknown };

// Entry point of a FileReader process: it reads the one file it is sent, and waits to be ended. It ends by itself once
// the one that started it is gone, but not by a signal to both, since that one still answers whoever uploaded the file.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Listening keeps it: with `once`, it could be gone before its answer was heard.
process.on('message', async (file: FileToRead) => process.send?.(await read(file)));

async function read({ bytes, columns }: FileToRead): Promise<ReadOutcome> {
  try {
    const table = await parseFile(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      MAX_BATCH_ROWS,
    );
    return { file: table.kind === 'columns' ? takeKnownColumns(table, columns) : table };
  } catch (error) {
    return { error };
  }
}
