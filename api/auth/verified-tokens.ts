import type { TokenClaims } from './access-token.js';

/** Some 10 MB when full. */
const MAX_TOKENS = 10_000;

/**
 * Caches tokens whose signature and claims were verified, so that each is verified once rather than for every request.
 * Nothing that can change before a token expires is cached: the account is read every time.
 */
export class VerifiedTokens {
  readonly #claims = new Map<string, TokenClaims>();

  /** The claims of a token that was verified before and has not expired since. */
  find(token: string): TokenClaims | undefined {
    const claims = this.#claims.get(token);
    if (claims === undefined || claims.expiresAt.getTime() > Date.now()) return claims;
    this.#claims.delete(token);
    return undefined;
  }

  /** Caches a token; when the cache is full, the oldest entry is dropped. */
  add(token: string, claims: TokenClaims): void {
    const [oldest] = this.#claims.size < MAX_TOKENS ? [] : this.#claims.keys();
    if (oldest !== undefined) this.#claims.delete(oldest);
    this.#claims.set(token, claims);
  }
}
