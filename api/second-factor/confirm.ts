import type { Request, RequestHandler, Response } from 'express';
import { verifyPassword } from '../../shared/accounts/passwords.js';
import type { Sql } from '../../shared/db/database.js';
import { User } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { proofMethods } from '../../shared/domain/second-factor.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import { type Challenge, readChallenge } from '../auth/challenge.js';
import { type HashSlots, laneOf } from '../auth/hash-slots.js';
import { redeemChallenge } from '../auth/use-challenge.js';
import type { ApiDeps } from '../deps.js';
import { alternatives } from '../errors/alternatives.js';
import { type ApiError, validationFailed } from '../errors/catalogue.js';
import { identityOf, userOf } from '../http/context.js';
import { STEP_UP_SECONDS } from '../sessions/limits.js';
import { isNoted, noteProof } from '../sessions/note-proof.js';
import { validateRequest } from '../validation/validate-request.js';
import type { FactorLimits } from './factor-limits.js';
import { redeemProof } from './redeem-proof.js';
import { relyingParty } from './relying-party.js';
import { findProofFaults, StepUpRequest } from './requests.js';

interface ConfirmDeps extends ApiDeps {
  slots: HashSlots;
  factors: FactorLimits;
}

/**
 * POST /api/v1/me/step-up (contract 11): proves the caller's identity again, which is valid in this session for ten
 * minutes.
 */
export function confirm(deps: ConfirmDeps): RequestHandler {
  return async (req, res) => {
    const request = validateRequest(StepUpRequest, req);
    const { session } = userOf(res);
    const ways = proofMethods(session.factors);
    const faults = [...findProofFaults(request, ways), ...findForeignWays(request, ways)];
    if (faults.length > 0) throw validationFailed(faults);
    if (request.password === undefined) await proveFactor(deps, request, req, res);
    else await provePassword(deps, request.password, req, res);
    res.json({ expires_in: STEP_UP_SECONDS });
  };
}

/** A password proves nothing for someone with a second factor, nor the other way round. */
function findForeignWays(request: StepUpRequest, ways: readonly string[]) {
  const all = ['password', 'totp', 'recovery_code', 'passkey'] as const;
  const foreign = all.filter((way) => request[way] !== undefined && !ways.includes(way));
  const message = `Your account can use ${alternatives(ways)} as proof.`;
  return foreign.map((field) => ({ field, code: 'not_applicable', message }));
}

async function proveFactor(deps: ConfirmDeps, request: StepUpRequest, req: Request, res: Response) {
  const { id: userId, token } = userOf(res);
  const asked = readQuestion(deps, request, res);
  const { encryptionKeys: ring } = deps.config;
  const context = { userId, jti: asked?.jti, rp: relyingParty(req, deps.config), ring };
  /** What an earlier run of the transaction recorded, if it got as far as its commit. */
  let noted: string | undefined;
  const right = await deps.factors.attempt(userId, () =>
    ofOwnAccount(deps.db, res).transaction(async (sql) => {
      // The proof was used up by that run, whose answer was lost.
      if (noted !== undefined && (await isNoted(sql, token.jti, noted))) return true;
      const used =
        (await redeemProof(sql, request, context)) && (await isFirstUse(sql, request, asked, userId));
      if (used) noted = await note(sql, 'second_factor', req, res);
      return used;
    }),
  );
  if (!right) {
    throw wrong(
      request.totp !== undefined ? 'totp' : request.passkey === undefined ? 'recovery_code' : 'passkey',
    );
  }
}

/** A code is used up on its own. A passkey signature is not, because many passkeys have no counter. */
async function isFirstUse(
  sql: Sql,
  { passkey }: StepUpRequest,
  asked: Challenge | undefined,
  userId: string,
): Promise<boolean> {
  return passkey === undefined || (asked !== undefined && redeemChallenge(sql, asked, userId));
}

/**
 * Returns the challenge sent with the proof, which must have been issued in this session. Throws a 422 for any other.
 */
function readQuestion({ config }: ConfirmDeps, { challenge }: StepUpRequest, res: Response) {
  if (challenge === undefined) return undefined;
  const asked = readChallenge(config.jwtSecrets, challenge, 'step_up');
  const { id, token } = userOf(res);
  if (asked?.user?.id !== id || asked.within !== token.jti) throw wrong('challenge');
  return asked;
}

/** A wrong password counts as a failed login, as everywhere (contract 3). */
async function provePassword(deps: ConfirmDeps, password: string, req: Request, res: Response) {
  const { id, email } = userOf(res);
  const { slots, loginLimits: limits } = deps;
  const users = rowsOf(ofOwnAccount(deps.db, res), User);
  const load = async () => {
    const own = await users.findOne({ select: { passwordHash: true }, where: { id } });
    return { email, passwordHash: own?.passwordHash, address: req.ip };
  };
  await limits.requireQuota(await load());
  await slots.run(laneOf(res), async () => {
    const attempt = await load();
    await limits.requireQuota(attempt);
    const { passwordHash } = attempt;
    if (passwordHash !== undefined && (await verifyPassword(passwordHash, password))) return;
    await limits.countFailure(attempt);
    throw wrong('password');
  });
  await ofOwnAccount(deps.db, res).transaction((sql) => note(sql, 'password', req, res));
}

function note(sql: Sql, proof: 'password' | 'second_factor', req: Request, res: Response): Promise<string> {
  const { id, session, token } = userOf(res);
  const { liveClientId } = identityOf(res);
  const user = { id, client_id: liveClientId, token_version: session.tokenVersion };
  return noteProof(sql, { id: token.jti, kind: session.kind, user, expiresAt: token.expiresAt }, proof, req);
}

const WRONG: Readonly<Record<string, string>> = {
  challenge: 'This challenge belongs to another session, or has expired. Request a new one.',
  password: 'The password is wrong.',
};

function wrong(field: string): ApiError {
  const message = WRONG[field] ?? 'The code or passkey is wrong, or was used before.';
  const code = field === 'password' ? 'wrong_password' : 'wrong_code';
  return validationFailed([{ field, code, message }]);
}
