import { text } from 'node:stream/consumers';
import { generate } from './generate.js';
import type { LoadJob } from './job.js';

// A separate process, so that generating load does not slow down what is measured: one job in, one result out.
const job = JSON.parse(await text(process.stdin)) as LoadJob;
const result = await generate(job);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
