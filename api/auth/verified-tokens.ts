import type { TokenClaims } from './access-token.js';

/** Some 10 MB when full. */
const MOST_TOKENS = 10_000;

/**
 * Remembers tokens whose signature and claims were checked, so that each is checked once and not for every request.
 * What can change about a token before it expires is not in it and not in here: the account is read every time.
 */
export class VerifiedTokens {
  readonly #claims = new Map<string, TokenClaims>();

  /** The claims of a token that was checked before and has not expired since. */
  find(token: string): TokenClaims | undefined {
    const claims = this.#claims.get(token);
    if (claims === undefined || claims.expiresAt.getTime() > Date.now()) return claims;
    this.#claims.delete(token);
    return undefined;
  }

  /** Remembers a token; when there are too many, the one that came first is forgotten. */
  add(token: string, claims: TokenClaims): void {
    const [oldest] = this.#claims.size < MOST_TOKENS ? [] : this.#claims.keys();
    if (oldest !== undefined) this.#claims.delete(oldest);
    this.#claims.set(token, claims);
  }
}
