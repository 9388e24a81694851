import { type KillPoint, point } from './kill-point.js';

const MARK_SUBJECT = { link: 'postgres', statement: /INSERT INTO erasures/, commit: true } as const;
const ERASE = { link: 'postgres', statement: /SET fingerprint = NULL/, commit: true } as const;

/** The erasure of a subject on request. */
export const ERASURE_POINTS: readonly KillPoint[] = [
  point(
    'erase-marked',
    'api',
    { ...MARK_SUBJECT, moment: 'after' },
    'a subject is marked for erasure, and the API does not know',
    { scene: 'erasures' },
  ),
  point(
    'erase-before-commit',
    'api',
    { ...ERASE, moment: 'before' },
    'the marked verifications are erased, not committed',
    { scene: 'erasures' },
  ),
  point(
    'erase-after-commit',
    'api',
    { ...ERASE, moment: 'after' },
    'the erasure is committed, and the API does not know',
    { scene: 'erasures' },
  ),
];
