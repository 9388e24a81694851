import { type Tenancy, tenancyOf } from './tenancy-table.js';

/**
 * What needs a proof of who one is that is not older than ten minutes (contract 11): revealing, exports and erasures,
 * credits, keys, roles, people and second factors, and what somebody else has proposed. Said here a second time,
 * independently of the code. A write-off and a retention
 * need it too, by their bodies; those have tests of their own.
 */
const PROVED: readonly RegExp[] = [
  /^POST .*\/reveal-subject$/,
  /^POST .*\/personal-data\/(counts|exports|erasures)$/,
  /^POST .*\/admin\/clients\/:id\/credits$/,
  /^POST .*\/approvals\/:id\/approve$/,
  /^(POST|PATCH|DELETE) \/api\/v1\/api-keys/,
  /^(POST|PATCH|DELETE) \/api\/v1\/team/,
  /^(POST|PATCH|DELETE) \/api\/v1\/admin\/(clients\/:id\/(users|invitations)|staff)/,
  // What is confirmed was begun with a proof: its challenge is for that session.
  /^(POST|DELETE) \/api\/v1\/me\/second-factor(?!.*\/confirm$)/,
];

/** The way to a second factor, and out: for people who have none and need one. */
const ON_THE_WAY: readonly RegExp[] = [
  /^POST \/api\/v1\/logout$/,
  /^GET \/api\/v1\/me$/,
  /^POST \/api\/v1\/me\/(password|step-up)$/,
  /\/api\/v1\/me\/second-factor/,
];

/** What test mode allows developers besides their own work. */
const OF_DEVELOPERS_IN_TESTS: readonly Tenancy['keys'][] = ['submit', 'read', 'wallet'];

export const needsProof = (name: string): boolean => PROVED.some((pattern) => pattern.test(name));

export const isOnTheWay = (name: string): boolean => ON_THE_WAY.some((pattern) => pattern.test(name));

/** Whether a developer may do in test mode what is closed to them in live mode. */
export function isForTests(name: string): boolean {
  const { for: audience, keys } = tenancyOf(name);
  if (name === 'GET /api/v1/home' || name === 'GET /api/v1/limits') return true;
  return audience === 'client' && OF_DEVELOPERS_IN_TESTS.includes(keys);
}
