import type { Request, Response } from 'express';
import { createRecoveryCodes, hashRecoveryCode } from '../../shared/crypto/random-secrets.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import type { WireFactor, WireNewFactor } from '../../shared/wire/second-factor.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import type { Challenge, ChallengePurpose } from '../auth/challenge.js';
import { readChallenge } from '../auth/challenge.js';
import { lockOwnAccount } from '../auth/lock-own-account.js';
import { redeemChallenge } from '../auth/use-challenge.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, conflict, validationFailed } from '../errors/catalogue.js';
import { auditActor, identityOf, userOf } from '../http/context.js';
import { noteProof } from '../sessions/note-proof.js';
import type { FactorLimits } from './factor-limits.js';
import { loadFactors } from './list-factors.js';

/** More than anyone can tell apart. */
const MAX_FACTORS = 10;

/** A factor that was proved and is to be stored. */
export interface NewFactor {
  /** The id of its challenge, so that it is stored once however often it is sent. */
  id: string;
  /** When that challenge expires. */
  expiresAt: Date;
  kind: FactorKind;
  name: string;
  secretSealed?: Buffer;
  usedStep?: number;
  passkey?: { credential_id: Buffer; public_key: Buffer; sign_count: number };
}

export type SetUpDeps = Pick<ApiDeps, 'db' | 'config'> & { factors: FactorLimits };

/** Returns the challenge that setting up a factor started with. Throws a 422 if it is unusable. */
export function setUpChallenge(
  { config }: Pick<ApiDeps, 'config'>,
  text: string,
  purpose: ChallengePurpose,
  res: Response,
): Challenge {
  const challenge = readChallenge(config.jwtSecrets, text, purpose);
  const { id, session, token } = userOf(res);
  const isOwn = challenge?.user?.id === id && challenge.user.tokenVersion === session.tokenVersion;
  // Only this session has proved its identity.
  if (isOwn && challenge.within === token.jti) return challenge;
  throw startAgain('This has expired, or belongs to another session. Start the setup again.');
}

function startAgain(message: string): ApiError {
  return validationFailed([{ field: 'challenge', code: 'invalid_challenge', message }]);
}

/**
 * Stores a factor, with recovery codes if it is the first, and records it in the audit log. It has just been proved, so
 * it also counts for this session.
 */
export async function addFactor(
  deps: Pick<SetUpDeps, 'db' | 'factors'>,
  factor: NewFactor,
  req: Request,
  res: Response,
): Promise<WireNewFactor> {
  const { id: userId, token, session } = userOf(res);
  const { liveClientId: clientId } = identityOf(res);
  const codes = createRecoveryCodes();
  /** Whether it was the first, according to an earlier run of the transaction that got as far as its commit. */
  let first: boolean | undefined;
  const result: WireNewFactor = await ofOwnAccount(deps.db, res).transaction(async (sql) => {
    // Of two concurrent requests, one waits here and then finds the other's factor.
    await lockOwnAccount(sql, res);
    const before = await loadFactors(sql, userId);
    const stored = before.find(isThis(factor));
    // That commit stands, and only its answer was lost. The codes tell it from another request with the same challenge.
    if (stored !== undefined && first === false) return stored;
    if (stored !== undefined && first === true && (await areStored(sql, userId, codes)))
      return { ...stored, recovery_codes: codes };
    // It was begun without a factor, which needed no proof of one, and another session has set one up since.
    if (before.length > 0 && stored === undefined && !session.secondFactorProved)
      throw startAgain('A second factor was set up in the meantime. Start the setup again.');
    if (before.length >= MAX_FACTORS)
      throw conflict(`An account can have up to ${MAX_FACTORS} second factors.`);
    await insertFactor(sql, factor, { userId, clientId });
    first = before.length === 0;
    if (first) await replaceCodes(sql, { userId, clientId }, codes);
    const user = { id: userId, client_id: clientId, token_version: session.tokenVersion };
    const kept = { id: token.jti, kind: session.kind, user, expiresAt: token.expiresAt };
    await noteProof(sql, kept, 'second_factor', req);
    const added = (await loadFactors(sql, userId)).find(isThis(factor));
    if (added === undefined) throw new Error('Bug: a factor that was inserted is not there');
    await recordAdded(sql, factor, req, res);
    return { ...added, ...(first && { recovery_codes: codes }) };
  });
  if (result.recovery_codes !== undefined) await deps.factors.forgetFailures(userId);
  return result;
}

function isThis({ id }: NewFactor): (factor: WireFactor) => boolean {
  const publicId = toPublicId('secondFactor', id);
  return ({ factor_id }) => factor_id === publicId;
}

async function recordAdded(sql: Sql, { kind }: NewFactor, req: Request, res: Response): Promise<void> {
  const { id: userId } = userOf(res);
  const { liveClientId: clientId } = identityOf(res);
  await stageMail(sql, {
    kind: 'factor_changed',
    userId,
    clientId,
    data: { change: 'added', factor: kind },
  });
  await appendAudit(sql, {
    ...auditActor(req, res),
    action: 'user.second_factor_added',
    target: toPublicId('user', userId),
    details: { kind },
  });
}

async function insertFactor(
  sql: Sql,
  { id, expiresAt, kind, name, secretSealed, usedStep, passkey }: NewFactor,
  { userId, clientId }: { userId: string; clientId: string | null },
): Promise<void> {
  const added = await sql.query(
    `INSERT INTO second_factors (id, user_id, client_id, kind, name, secret_sealed, used_steps, credential_id,
       public_key, sign_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      userId,
      clientId,
      kind,
      name,
      secretSealed ?? null,
      usedStep === undefined ? [] : [usedStep],
      passkey?.credential_id ?? null,
      passkey?.public_key ?? null,
      passkey?.sign_count ?? 0,
    ],
  );
  if (added.length === 0)
    throw conflict('This is already set up. If you have seen no recovery codes, generate new ones.');
  // Used up, or whoever sends it again within five minutes has back what was removed, without another proof.
  if (!(await redeemChallenge(sql, { jti: id, expiresAt }, userId)))
    throw startAgain('This was set up before, and has been removed. Start the setup again.');
}

/** Replaces all remaining recovery codes with new ones. */
export async function replaceCodes(
  sql: Sql,
  { userId, clientId }: { userId: string; clientId: string | null },
  codes: readonly string[],
): Promise<void> {
  await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await sql.query(
    `INSERT INTO recovery_codes (code_hash, user_id, client_id) SELECT code, $2, $3 FROM unnest($1::bytea[]) AS code`,
    [codes.map((code) => hashRecoveryCode(userId, code)), userId, clientId],
  );
}

/** Whether these new codes, which nobody has seen yet, were stored by an earlier run of the same transaction. */
export async function areStored(sql: Sql, userId: string, codes: readonly string[]): Promise<boolean> {
  const hashes = codes.map((code) => hashRecoveryCode(userId, code));
  const found = await sql.query(
    'SELECT FROM recovery_codes WHERE user_id = $1 AND code_hash = ANY($2::bytea[])',
    [userId, hashes],
  );
  return found.length > 0;
}
