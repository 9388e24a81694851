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
 * Each starts the process that is to die, prepares, arms, and then does what leads to the moment. They resolve with
 * their requests when every one of them has been acknowledged by somebody.
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
