import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../harness/wait-for.js';
import { type Fault, last, lasting } from '../fault.js';
import type { Slot } from '../slot.js';
import type { Soak } from '../soak.js';

type SlotRole = 'api' | 'worker';
const STARTS_WITHIN_MS = 180_000;

function slotsOf({ cluster }: Soak, role: SlotRole): readonly Slot[] {
  return role === 'api' ? cluster.apis : cluster.workers;
}

/** Ends one process of a role by a signal, and waits until the supervisor has another one ready. */
function ended(kind: string, role: SlotRole, signal: NodeJS.Signals): Fault {
  return {
    kind,
    areas: [role],
    strike: async (soak, random) => endAndWait(random.pick(slotsOf(soak, role)), signal),
  };
}

async function endAndWait(slot: Slot, signal: NodeJS.Signals): Promise<void> {
  const { starts } = slot;
  slot.signal(signal);
  await waitFor(() => slot.starts > starts && slot.ready, {
    timeoutMs: STARTS_WITHIN_MS,
    describe: `${slot.name} is started again`,
  });
}

function frozen(kind: string, role: SlotRole, seconds: readonly [number, number]): Fault {
  return lasting(kind, [role], seconds, (soak, random) => {
    const slot = random.pick(slotsOf(soak, role));
    slot.signal('SIGSTOP');
    return () => slot.signal('SIGCONT');
  });
}

/** A process that hangs repeatedly, as if its event loop were blocked or it got no processor time. */
const stuttering: Fault = {
  kind: 'worker stutters',
  areas: ['worker'],
  strike: async (soak, random) => {
    const slot = random.pick(soak.cluster.workers);
    for (let times = random.between(5, 15); times > 0; times -= 1) {
      slot.signal('SIGSTOP');
      await sleep(random.between(100, 1_000));
      slot.signal('SIGCONT');
      await sleep(random.between(20, 300));
    }
  },
};

const allWorkersKilled: Fault = {
  kind: 'all workers SIGKILL',
  areas: ['worker'],
  strike: async ({ cluster }) => {
    await Promise.all(cluster.workers.map((slot) => endAndWait(slot, 'SIGKILL')));
  },
};

const allKilled: Fault = {
  kind: 'everything SIGKILL at once',
  areas: ['api', 'worker'],
  strike: async ({ cluster }) => {
    await Promise.all(cluster.slots.map((slot) => endAndWait(slot, 'SIGKILL')));
  },
};

const rollingRestart: Fault = {
  kind: 'rolling restart',
  areas: ['api', 'worker'],
  strike: async ({ cluster }, random) => {
    for (const slot of random.shuffle(cluster.slots)) {
      await endAndWait(slot, 'SIGTERM');
      await last(random, 0, 1);
    }
  },
};

/** Faults of the processes themselves (F1–F13, F38, F40). */
export const PROCESS_FAULTS: readonly Fault[] = [
  ended('API SIGKILL', 'api', 'SIGKILL'),
  ended('API SIGTERM', 'api', 'SIGTERM'),
  ended('worker SIGKILL', 'worker', 'SIGKILL'),
  ended('worker SIGTERM', 'worker', 'SIGTERM'),
  frozen('API stands still', 'api', [2, 12]),
  frozen('worker stands still', 'worker', [2, 25]),
  stuttering,
  allWorkersKilled,
  allKilled,
  rollingRestart,
];
