import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import type { ApiDeps } from '../deps.js';
import { quotaExhausted } from '../limits/headers.js';
import { Limiter, type Quota } from '../limits/limiter.js';

/** Enough for a mail that went astray; too few to flood someone's mailbox in our name. */
const PER_MAILBOX: Quota = { name: 'invitation-mails', points: 5, windowSeconds: 60 * 60 };

/** More than a team invites at a time; too few to hold up the mails of everybody, which are sent in one line. */
export const PER_CLIENT: Quota = { name: 'invitation-mails-of-client', points: 200, windowSeconds: 60 * 60 };

/** Counts an invitation. Throws `rate_limited` if its address has had too many, or its client has sent too many. */
export type CountInvitation = (clientId: string, email: string) => Promise<void>;

/**
 * Counts the invitations a client sends to an address, new and repeated ones alike, so that withdrawing and inviting
 * again does not get around the limit, and all that it sends. Throws `rate_limited` if there are too many.
 */
export function countInvitations({ config, redis }: Pick<ApiDeps, 'config' | 'redis'>): CountInvitation {
  const toMailbox = new Limiter(redis, PER_MAILBOX);
  const ofClient = new Limiter(redis, PER_CLIENT);
  return async (clientId, email) => {
    // First, so that what it refuses does not count for the address.
    await countIn(ofClient, clientId);
    // Redis stores keys in plain text, so it gets no address, only a keyed hash of it.
    const key = keyedHash(config.indexKey, 'invitation-mails', `${clientId} ${email}`).toString('base64url');
    await countIn(toMailbox, key);
  };
}

async function countIn(limiter: Limiter, key: string): Promise<void> {
  const standing = await limiter.count(key);
  if (standing.used > standing.quota.points) throw quotaExhausted(standing);
}
