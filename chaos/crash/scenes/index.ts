import type { ClientRequest } from '../../client/request.js';
import type { Scene } from '../points/kill-point.js';
import { playErasures } from './erasures.js';
import type { Play } from './play.js';
import { playForgottenJobs, playLostCalls } from './reconciler.js';
import { playResolutions } from './resolutions.js';
import { playRotations } from './rotations.js';
import { playSubmissions } from './submissions.js';
import { playWebhooks } from './webhooks.js';

/**
 * Each scene starts the process that will die, prepares, arms the trigger, and then does what leads to the moment. It
 * resolves to its requests once every one of them has been acknowledged.
 */
export const SCENES: Readonly<Record<Scene, (play: Play) => Promise<readonly ClientRequest[]>>> = {
  submissions: playSubmissions,
  'lost calls': playLostCalls,
  'forgotten jobs': playForgottenJobs,
  resolutions: playResolutions,
  erasures: playErasures,
  rotations: playRotations,
  webhooks: playWebhooks,
};
