import { parentPort, workerData } from 'node:worker_threads';
import { MAX_BATCH_ROWS } from '../../../shared/domain/batch.js';
import { parseFile } from './parse-file.js';

// Entry point of a FileReader thread: it reads the one file it was given.
const bytes = workerData as Uint8Array;
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
parentPort?.postMessage(await parseFile(file, MAX_BATCH_ROWS));
