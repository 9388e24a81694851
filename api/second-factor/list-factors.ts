import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { RecoveryCode, SecondFactor } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { WireFactor, WireSecondFactors } from '../../shared/wire/second-factor.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';

/** GET /api/v1/me/second-factor: the account's factors besides the password. */
export function listFactors({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const { id, session } = userOf(res);
    const sql = ofOwnAccount(db, res);
    const factors = await loadFactors(sql, id);
    const body: WireSecondFactors = {
      required: session.needsSecondFactor,
      factors,
      recovery_codes_left: await rowsOf(sql, RecoveryCode).countBy({ userId: id }),
    };
    res.json(body);
  };
}

/** Reads a person's factors, oldest first. */
export async function loadFactors(sql: Sql, userId: string): Promise<WireFactor[]> {
  const factors = await rowsOf(sql, SecondFactor).find({
    select: { id: true, kind: true, name: true, createdAt: true, lastUsedAt: true },
    where: { userId },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  return factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
    factor_id: toPublicId('secondFactor', id),
    kind,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Reads the credential ids of a person's passkeys. */
export async function loadCredentialIds(sql: Sql, userId: string): Promise<Buffer[]> {
  const where = { userId, kind: 'passkey' } as const;
  const passkeys = await rowsOf(sql, SecondFactor).find({ select: { credentialId: true }, where });
  return passkeys.flatMap(({ credentialId }) => credentialId ?? []);
}
