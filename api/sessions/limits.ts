/** How long an unused portal session lasts (contract 11). */
export const IDLE_MINUTES = 15;

/** How long a portal session lasts, however much it is used (contract 11). */
export const PORTAL_SESSION_LASTS = '12 hours';

/** How long a proof of identity is valid for actions that need one. */
export const STEP_UP_SECONDS = 600;

/** SQL condition that the session `s` is over; API sessions last as long as their token. */
export const ENDED = `(s.expires_at <= now()
  OR (s.kind = 'portal' AND s.last_used_at <= now() - interval '${IDLE_MINUTES} minutes'))`;

/** A timestamp further ahead than this was left by a wrong clock, and says nothing about now. */
const FUTURE = `now() + interval '1 minute'`;

const isOlder = (moment: string, than: string): string =>
  `${moment} NOT BETWEEN now() - interval '${than}' AND ${FUTURE}`;

/**
 * SQL condition that the use of the session `s` is to be recorded again: to ten seconds, by which it may thus end
 * early. An open page asks every fifteen.
 */
export const RESTED = isOlder('s.last_used_at', '10 seconds');

/** SQL condition that it is to be recorded again when a user was last seen: to the minute. */
export const SEEN_BEFORE = `(last_seen_at IS NULL OR ${isOlder('last_seen_at', '1 minute')})`;

/** SQL condition that a proof made at this moment is still valid. */
export const FRESH = (moment: string): string =>
  `${moment} BETWEEN now() - interval '${STEP_UP_SECONDS} seconds' AND ${FUTURE}`;
