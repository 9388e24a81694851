import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// In place of the thread that reads batch files: takes a while, says when it began and ended, and fails for 'x'.
const began = Date.now();
await sleep(100);
if (Buffer.from(workerData.bytes).toString() === 'x') throw new Error('This file breaks the thread.');
parentPort.postMessage({ began, ended: Date.now() });
