import { parentPort, workerData } from 'node:worker_threads';
import { MAX_BATCH_ROWS } from '../../../shared/domain/batch.js';
import { type KnownColumns, takeKnownColumns } from './columns.js';
import { parseFile } from './parse-file.js';
import type { Table } from './table.js';

/** What a thread is given. */
export interface FileToRead {
  bytes: Uint8Array;
  /** Names of columns in the file, with their meaning. */
  columns: ReadonlyMap<string, string>;
}

/** What a thread makes of it: no more than is needed, since taking it over costs the process time and memory. */
export type ReadFile = KnownColumns | Exclude<Table, { kind: 'columns' }>;

// Entry point of a FileReader thread: it reads the one file it was given.
const { bytes, columns } = workerData as FileToRead;
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const table = await parseFile(file, MAX_BATCH_ROWS);
const read: ReadFile = table.kind === 'columns' ? takeKnownColumns(table, columns) : table;
parentPort?.postMessage(read);
