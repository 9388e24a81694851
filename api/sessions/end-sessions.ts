import type { RequestHandler } from 'express';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import { neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { TOKEN_LIFETIME_SECONDS } from '../auth/access-token.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor, identityOf, userOf } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';

/** DELETE /api/v1/me/sessions/{id}: ends one session of the caller's account, on every API process. */
export function endSession({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const id = idInPath(req, 'session');
    const { id: userId } = userOf(res);
    await ofOwnAccount(db, res).transaction(async (sql) => {
      const ended = await endSessions(sql, { userId, condition: 's.id = $2', value: id });
      if (ended === 0 && !(await wasEnded(sql, userId, id))) throw notFound();
      await finish(sql, ended, req, res);
    });
    res.status(204).end();
  };
}

/** DELETE /api/v1/me/sessions: ends all sessions of the caller's account except this one. */
export function endOtherSessions({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const { id: userId, token } = userOf(res);
    await ofOwnAccount(db, res).transaction(async (sql) => {
      const ended = await endSessions(sql, { userId, condition: 's.id <> $2', value: token.jti });
      await finish(sql, ended, req, res);
    });
    res.status(204).end();
  };
}

/** Deletes sessions and revokes their tokens: processes of the previous release know only tokens. */
async function endSessions(
  sql: Sql,
  { userId, condition, value }: { userId: string; condition: string; value: string },
): Promise<number> {
  const ended = await sql.query<{ id: string }>(
    `DELETE FROM sessions s WHERE s.user_id = $1 AND ${condition} RETURNING s.id`,
    [userId, value],
  );
  await sql.query(
    `INSERT INTO revoked_tokens (jti, user_id, expires_at)
     SELECT jti, $2, ${lastExpiry('$3')} FROM unnest($1::uuid[]) AS jti ON CONFLICT DO NOTHING`,
    [ended.map(({ id }) => id), userId, new Date()],
  );
  return ended.length;
}

/**
 * When the last token of a session ending now expires, in SQL: it may have been renewed this very moment. By the later
 * clock, because with one that is hours behind the end would count as long past, be purged, and the token be valid
 * again. `place` is where the process's own time is bound.
 */
export const lastExpiry = (place: string): string =>
  `${neitherClockReached(place)} + interval '${TOKEN_LIFETIME_SECONDS} seconds'`;

async function wasEnded(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM revoked_tokens WHERE jti = $1 AND user_id = $2', [id, userId]);
  return rows.length > 0;
}

async function finish(sql: Sql, ended: number, ...[req, res]: Parameters<typeof auditActor>): Promise<void> {
  if (ended === 0) return;
  const { id } = userOf(res);
  const { liveClientId } = identityOf(res);
  if (liveClientId !== null) await waitForAcceptances(sql, liveClientId);
  const target = toPublicId('user', id);
  await appendAudit(sql, {
    ...auditActor(req, res),
    action: 'user.sessions_ended',
    target,
    details: { ended },
  });
}
