import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadJob, LoadResult } from './job.js';

/** Runs a load in a separate process. Throws if it fails or if any answer has a status other than `expected`. */
export async function runLoad(job: LoadJob, expected: number): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  if (output === '') throw new Error('The load generator failed');
  const result = JSON.parse(output) as LoadResult;
  // The machine was too busy, and a ratio to zero would pass as a goal that is met.
  if (result.perSecond === 0) throw new Error('No request was answered within the measurement');
  const others = Object.keys(result.statuses).filter((status) => status !== String(expected));
  if (others.length > 0) throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}`);
  return result;
}
