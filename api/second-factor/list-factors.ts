import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import type { WireFactor, WireSecondFactors } from '../../shared/wire/second-factor.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';

interface FactorRow {
  id: string;
  kind: FactorKind;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** GET /api/v1/me/second-factor: what the account has beside the password. */
export function listFactors({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const { id, session } = userOf(res);
    const sql = ofOwnAccount(db, res);
    const factors = await loadFactors(sql, id);
    const codes = await sql.query('SELECT FROM recovery_codes WHERE user_id = $1', [id]);
    const body: WireSecondFactors = {
      required: session.needsSecondFactor,
      factors,
      recovery_codes_left: codes.length,
    };
    res.json(body);
  };
}

/** The factors of a person, the oldest first. */
export async function loadFactors(sql: Sql, userId: string): Promise<WireFactor[]> {
  const rows = await sql.query<FactorRow>(
    `SELECT id, kind, name, created_at, last_used_at FROM second_factors WHERE user_id = $1
     ORDER BY created_at, id`,
    [userId],
  );
  return rows.map((row) => ({
    factor_id: toPublicId('secondFactor', row.id),
    kind: row.kind,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}
