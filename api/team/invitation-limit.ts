import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import type { ApiDeps } from '../deps.js';
import { quotaExhausted } from '../limits/headers.js';
import { Limiter, type Quota } from '../limits/limiter.js';

/** Enough for a mail that went astray; too few to fill somebody's mailbox in our name. */
const PER_MAILBOX: Quota = { name: 'invitation-mails', points: 5, windowSeconds: 60 * 60 };

/**
 * Counts the invitations that a client sends to an address, new and repeated ones alike: whoever withdraws and invites
 * anew gets no further. Throws `rate_limited` when it is one too many.
 */
export function countInvitations({
  config,
  redis,
}: Pick<ApiDeps, 'config' | 'redis'>): (clientId: string, email: string) => Promise<void> {
  const limiter = new Limiter(redis, PER_MAILBOX);
  return async (clientId, email) => {
    // Redis keeps keys in clear text: it learns keyed hashes only.
    const key = keyedHash(config.indexKey, 'invitation-mails', `${clientId} ${email}`).toString('base64url');
    const standing = await limiter.count(key);
    if (standing.used > standing.quota.points) throw quotaExhausted(standing);
  };
}
