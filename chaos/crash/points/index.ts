import { ERASURE_POINTS } from './erasure.js';
import type { KillPoint } from './kill-point.js';
import { RECOVERY_POINTS } from './recovery.js';
import { ROTATION_POINTS } from './rotation.js';
import { VERIFICATION_POINTS } from './verification.js';
import { WEBHOOK_POINTS } from './webhooks.js';

/** Every step, in the order of a verification's life, followed by what happens alongside. */
export const KILL_POINTS: readonly KillPoint[] = [
  ...VERIFICATION_POINTS,
  ...WEBHOOK_POINTS,
  ...RECOVERY_POINTS,
  ...ERASURE_POINTS,
  ...ROTATION_POINTS,
  { name: 'any-moment-api', role: 'api', scene: 'submissions', crash: 'a random moment' },
  { name: 'any-moment-worker', role: 'worker', scene: 'submissions', crash: 'a random moment' },
];
