import type { Request, RequestHandler, Response } from 'express';
import jwt from 'jsonwebtoken';
import passport from 'passport';
import type { ApiConfig } from '../../shared/config/api.js';
import { type ApiError, unauthorized, unusableToken } from '../errors/catalogue.js';
import type { TokenClaims } from './access-token.js';
import { createTokenStrategy } from './token-strategy.js';
import { VerifiedTokens } from './verified-tokens.js';

/** Verifies a request's token, or its absence if undefined, without the database. Rejects with a 401. */
export type VerifyToken = (token: string | undefined, req: Request, res: Response) => Promise<TokenClaims>;

/** Lets Passport verify every token once; the claims of a valid one are cached until it expires. */
export function createTokenVerifier(config: ApiConfig): VerifyToken {
  const passports = new passport.Passport();
  passports.use(createTokenStrategy(config));
  const verified = new VerifiedTokens();
  return async (token, req, res) => {
    const known = token === undefined ? undefined : verified.find(token);
    if (known !== undefined) return known;
    const claims = await runPassport(passports, req, res, token);
    if (token !== undefined) verified.add(token, claims);
    return claims;
  };
}

/** Runs Passport for one request and turns its callbacks into a promise of the claims. */
function runPassport(
  passports: passport.Authenticator,
  req: Request,
  res: Response,
  token: string | undefined,
): Promise<TokenClaims> {
  return new Promise((resolve, reject) => {
    const decide = (error: unknown, claims: TokenClaims | false | undefined, info: unknown): void => {
      if (error) reject(error);
      else if (claims) resolve(claims);
      else reject(refusalOf(info, req, token));
    };
    (passports.authenticate('jwt', { session: false }, decide) as RequestHandler)(req, res, reject);
  });
}

/** Distinguishes an unusable token from none at all, as which an unknown scheme counts (RFC 6750, 3.1). */
function refusalOf(info: unknown, { headers }: Request, token: string | undefined): ApiError {
  if (info instanceof jwt.TokenExpiredError)
    return unusableToken('The access token has expired. Sign in again.');
  const given = token !== undefined || /^Bearer\b/i.test(headers.authorization ?? '');
  return given
    ? unusableToken(
        'The access token is not valid. Sign in again, and send it as Authorization: Bearer <ACCESS_TOKEN>.',
      )
    : unauthorized(
        'Sign in with POST /api/v1/login, then send the header Authorization: Bearer <ACCESS_TOKEN>.',
      );
}
