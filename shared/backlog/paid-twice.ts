import { isLive } from '../db/of-mode.js';

/**
 * Calls whose answer came, in the last week, after they had been written off or lost. Their checks may have been called
 * again since, and so paid for twice; a week is long enough for everyone to see it and short enough to end.
 */
export const PAID_TWICE = `(SELECT count(*)::int FROM provider_calls
  WHERE ${isLive('client_id')} AND state = 'written_off' AND answered_late_at > now() - interval '7 days')`;
