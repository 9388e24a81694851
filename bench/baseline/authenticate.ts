import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { DataSource } from 'typeorm';
import { TOKEN_RULES } from '../../api/auth/access-token.js';
import { RevokedToken, User } from '../../shared/db/entities/index.js';
import { fromPublicId } from '../../shared/domain/ids.js';

interface Claims {
  sub: string;
  jti: string;
  token_version: number;
}

/** Passport with the JWT strategy; loads the token's user, so that a revocation applies at once. */
export function createAuthenticate(dataSource: DataSource, secret: string) {
  const users = dataSource.getRepository(User);
  const revokedTokens = dataSource.getRepository(RevokedToken);
  passport.use(
    new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKey: secret,
        algorithms: [TOKEN_RULES.algorithm],
        issuer: TOKEN_RULES.issuer,
        audience: TOKEN_RULES.audience,
      },
      async (claims: Claims, done: (error: unknown, user?: User | false) => void) => {
        try {
          const user = await users.findOneBy({ id: fromPublicId('user', claims.sub) ?? '' });
          const valid = user !== null && !user.suspended && user.tokenVersion === claims.token_version;
          const revoked = valid && (await revokedTokens.existsBy({ jti: claims.jti }));
          done(null, valid && !revoked ? user : false);
        } catch (error) {
          done(error);
        }
      },
    ),
  );
  return passport.authenticate('jwt', { session: false });
}
