/** How long a session of the portal lasts without use (contract 11). */
export const IDLE_MINUTES = 15;

/** How long a proof of who somebody is serves for what needs one. */
export const STEP_UP_SECONDS = 600;

/** Says in SQL whether the session `s` is over; those of the API last as long as their token. */
export const ENDED = `(s.expires_at <= now()
  OR (s.kind = 'portal' AND s.last_used_at <= now() - interval '${IDLE_MINUTES} minutes'))`;

/** Says in SQL whether the proof of this moment still serves. */
export const FRESH = (moment: string): string => `${moment} > now() - interval '${STEP_UP_SECONDS} seconds'`;
