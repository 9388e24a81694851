import type { Registry } from 'prom-client';
import { registerReading } from '../../shared/ops/reading-gauges.js';
import { withinTime } from '../../shared/within-time.js';
import type { Spool } from './spool.js';
import type { SpoolCount } from './spooled-files.js';

/** A disk that takes longer, as one of a network may, is of no use to a worker that has to stop. */
const EXAMINED_WITHIN_MS = 2_000;

interface Examination {
  writable: boolean;
  /** Undefined if the folder cannot be read. */
  count?: SpoolCount | undefined;
}

/** Adds what the worker's disk holds, and whether it would take more: it is noticed before it is needed. */
export function watchSpool(registry: Registry, spool: Pick<Spool, 'count' | 'isWritable'>): void {
  let current: Promise<Examination> | undefined;
  // One at a time: on a disk that hangs, each one occupies a thread of this process until it is back.
  const examine = (): Promise<Examination> => {
    current ??= examineSpool(spool).finally(() => {
      current = undefined;
    });
    return current;
  };
  registerReading<Examination>(registry, {
    read: () => withinTime(examine(), EXAMINED_WITHIN_MS).catch(() => ({ writable: false })),
    gauges: [
      {
        name: 'spooled_settlements',
        help: 'Paid answers on this worker’s disk: waiting for PostgreSQL, or set aside for a person',
        labelNames: ['state'],
        samples: ({ count }) =>
          count === undefined
            ? []
            : [
                [{ state: 'waiting' }, count.waiting],
                [{ state: 'set_aside' }, count.setAside],
              ],
      },
      {
        name: 'spool_writable',
        help: '1 when this worker’s disk takes paid answers that PostgreSQL cannot take, otherwise 0',
        samples: ({ writable }) => [[{}, writable ? 1 : 0]],
      },
    ],
  });
}

async function examineSpool(spool: Pick<Spool, 'count' | 'isWritable'>): Promise<Examination> {
  const count = await spool.count().catch(() => undefined);
  return { count, writable: await spool.isWritable() };
}
