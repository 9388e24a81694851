import { parentPort, workerData } from 'node:worker_threads';
import { MAX_BATCH_ROWS } from '../../../shared/domain/batch.js';
import { parseFile } from './parse-file.js';

// The main file of the thread of a FileReader: it reads the one file that it was given.
const bytes = workerData as Uint8Array;
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
parentPort?.postMessage(await parseFile(file, MAX_BATCH_ROWS));
