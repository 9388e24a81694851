import type { Links } from '../../world/linked-process.js';
import { type Fault, lasting } from '../fault.js';
import type { Loss } from '../lossy-commits.js';
import type { Slot } from '../slot.js';
import type { Soak } from '../soak.js';

const LINKS = [
  { link: 'postgres', of: 'API', slots: ({ cluster }: Soak) => cluster.apis },
  { link: 'redis', of: 'API', slots: ({ cluster }: Soak) => cluster.apis },
  { link: 'postgres', of: 'worker', slots: ({ cluster }: Soak) => cluster.workers },
  { link: 'redis', of: 'worker', slots: ({ cluster }: Soak) => cluster.workers },
  { link: 'provider', of: 'worker', slots: ({ cluster }: Soak) => cluster.workers },
] as const satisfies readonly { link: keyof Links; of: string; slots(soak: Soak): readonly Slot[] }[];

const cut = LINKS.map(({ link, of, slots }) =>
  lasting(`link ${of}–${link} cut`, ['links'], [1, 10], (soak, random) => {
    const relay = random.pick(slots(soak)).links[link];
    relay.sever();
    return () => relay.restore();
  }),
);

const halfOpen = LINKS.map(({ link, of, slots }) =>
  lasting(`link ${of}–${link} half-open`, ['links'], [1, 20], (soak, random) => {
    const relay = random.pick(slots(soak)).links[link];
    relay.freeze();
    return () => relay.thaw();
  }),
);

const refused = lasting(
  'provider refuses connections',
  ['links', 'provider'],
  [1, 8],
  async ({ cluster }) => {
    await Promise.all(cluster.workers.map(({ links }) => links.provider.stopListening()));
    return () => Promise.all(cluster.workers.map(({ links }) => links.provider.listen()));
  },
);

function lossy(kind: string, loss: Loss): Fault {
  return lasting(kind, ['links'], [3, 15], ({ cluster: { commits } }, random) => {
    commits.lose(loss, random);
    return () => commits.stop();
  });
}

const commitsLost = [
  lossy('commits lost, or their answers', { share: 0.2, answers: 0.5 }),
  lossy('answers to commits lost', { share: 0.5, answers: 1 }),
];

/** Faults of the links between the processes and their servers (F14, F16, F32, F39). */
export const LINK_FAULTS: readonly Fault[] = [...cut, ...halfOpen, refused, ...commitsLost];
