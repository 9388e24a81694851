import type { Keyring } from '../../shared/crypto/keyring.js';
import { hashRecoveryCode } from '../../shared/crypto/random-secrets.js';
import { unsealUnderRing } from '../../shared/crypto/seal.js';
import type { Sql } from '../../shared/db/database.js';
import { RecoveryCode, SecondFactor } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { credentialIdOf, namesAnother, readPasskeyCount, type StoredPasskey } from './passkeys.js';
import type { RelyingParty } from './relying-party.js';
import { findTotpStep, STEPS_REMEMBERED } from './totp.js';

/** One proof of a second factor, as sent. */
export interface Proof {
  totp?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: unknown;
}

export interface ProofContext {
  userId: string;
  /** The id of the challenge a passkey has signed. */
  jti: string | undefined;
  rp: RelyingParty;
  ring: Keyring;
}

/** Where the secret of an authenticator app is sealed. */
export const sealedSecret = (id: string) => ({ table: 'second_factors', column: 'secret_sealed', id });

/**
 * Judges a proof and uses it up, within the caller's transaction: of two requests with the same proof, one gets false.
 */
export async function redeemProof(sql: Sql, proof: Proof, context: ProofContext): Promise<boolean> {
  if (proof.totp !== undefined) return redeemTotp(sql, proof.totp, context);
  if (proof.recovery_code !== undefined) return redeemRecoveryCode(sql, proof.recovery_code, context);
  return redeemPasskey(sql, proof.passkey, context);
}

async function redeemTotp(sql: Sql, code: string, { userId, ring }: ProofContext): Promise<boolean> {
  const apps = await rowsOf(sql, SecondFactor).find({
    select: { id: true, secretSealed: true },
    where: { userId, kind: 'totp' },
  });
  for (const { id, secretSealed } of apps) {
    if (secretSealed === null) throw new Error('Bug: an app without a secret');
    const step = findTotpStep(unsealUnderRing(ring, secretSealed, sealedSecret(id)), code);
    if (step !== undefined) return redeemStep(sql, id, step);
  }
  return false;
}

/** Returns false if the code of this time step was used before. */
async function redeemStep(sql: Sql, id: string, step: number): Promise<boolean> {
  const used = await sql.query(
    `UPDATE second_factors SET last_used_at = now(),
       used_steps = ARRAY(SELECT s FROM unnest(used_steps) AS s WHERE s > $2 - ${STEPS_REMEMBERED}) || $2::integer
     WHERE id = $1 AND NOT $2 = ANY (used_steps) RETURNING id`,
    [id, step],
  );
  return used.length > 0;
}

async function redeemRecoveryCode(sql: Sql, code: string, { userId }: ProofContext): Promise<boolean> {
  const codeHash = hashRecoveryCode(userId, code);
  return (await rowsOf(sql, RecoveryCode).delete({ codeHash, userId })) > 0;
}

async function redeemPasskey(
  sql: Sql,
  response: unknown,
  { userId, jti, rp }: ProofContext,
): Promise<boolean> {
  if (jti === undefined || namesAnother(response, userId)) return false;
  const [stored] = await sql.query<StoredPasskey & { id: string }>(
    `SELECT id, credential_id, public_key, sign_count::float8 FROM second_factors
     WHERE credential_id = $1 AND user_id = $2 FOR NO KEY UPDATE`,
    [credentialIdOf(response), userId],
  );
  if (stored === undefined) return false;
  const count = await readPasskeyCount(jti, rp, stored, response);
  if (count === undefined) return false;
  await sql.query('UPDATE second_factors SET last_used_at = now(), sign_count = $2 WHERE id = $1', [
    stored.id,
    count,
  ]);
  return true;
}
