import { type KillPoint, point } from './kill-point.js';

const RESEAL = {
  link: 'postgres',
  statement: /UPDATE verifications AS t SET data_key/,
  commit: true,
} as const;

/** The rotation of the key ring. */
export const ROTATION_POINTS: readonly KillPoint[] = [
  point(
    'rotate-before-commit',
    'admin',
    { ...RESEAL, moment: 'before' },
    'data keys are sealed under another key, not committed',
    { scene: 'rotations' },
  ),
  point(
    'rotate-after-commit',
    'admin',
    { ...RESEAL, moment: 'after' },
    'data keys are sealed under another key, and the command does not know',
    { scene: 'rotations' },
  ),
];
