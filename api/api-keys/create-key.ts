import type { RequestHandler } from 'express';
import { createApiKeySecret } from '../../shared/crypto/random-secrets.js';
import type { Sql } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { testSideOf } from '../../shared/domain/mode.js';
import { NO_LIMITS, type SpendingLimits } from '../../shared/domain/spending.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { WireNewApiKey } from '../../shared/wire/api-key.js';
import type { ApiDeps } from '../deps.js';
import { conflict, validationFailed } from '../errors/catalogue.js';
import { auditActor, liveClientIdOf, userOf } from '../http/context.js';
import { modeOfRequest } from '../http/mode.js';
import { quotaExhausted } from '../limits/headers.js';
import { Limiter, type Quota } from '../limits/limiter.js';
import { setLimits } from '../spending/set-limits.js';
import { bothSides, ensureTestSide } from '../test-mode/ensure-test-side.js';
import { validateRequest } from '../validation/validate-request.js';
import { createApiKey, MAX_LIVE_API_KEYS, type NewApiKey } from './create-api-key.js';
import { presentApiKey } from './present-api-key.js';
import { CreateApiKeyBody, expiryOf, rangesOf, scopesOf } from './requests.js';

/**
 * More than anybody has a use for: all owners are told of each by mail, and its name is kept for what it has done, also
 * once it is deleted.
 */
export const NEW_KEYS: Quota = { name: 'new-api-keys', points: 500, windowSeconds: 60 * 60 };

/** POST /api/v1/api-keys: creates a key for the machines of the caller's client, and shows it only this once. */
export function createKey({ db, redis }: Pick<ApiDeps, 'db' | 'redis'>): RequestHandler {
  const limiter = new Limiter(redis, NEW_KEYS);
  return async (req, res) => {
    const body = validateRequest(CreateApiKeyBody, req);
    const mode = body.mode ?? modeOfRequest(res);
    if (mode === 'live' && modeOfRequest(res) === 'test') throw leaveTestMode();
    const liveClientId = liveClientIdOf(res);
    const { apiKey, prefix, hash } = createApiKeySecret(mode);
    const key = {
      id: newId(),
      clientId: mode === 'test' ? testSideOf(liveClientId) : liveClientId,
      name: body.name,
      prefix,
      hash,
      createdBy: userOf(res).id,
      expiresAt: expiryOf(body),
      scopes: scopesOf(body),
      allowedAddresses: rangesOf(body.allowed_addresses ?? []),
    };
    const standing = await limiter.look(key.clientId);
    if (standing.used >= NEW_KEYS.points) throw quotaExhausted(standing);
    const created = await db.scoped(bothSides(liveClientId)).transaction(async (sql) => {
      if (mode === 'test') await ensureTestSide(sql, liveClientId);
      return storeKey(sql, key, body.limits, auditActor(req, res));
    });
    if (created === undefined) {
      throw conflict(
        `You already have ${MAX_LIVE_API_KEYS} live API keys. Delete one that is no longer used.`,
      );
    }
    await limiter.count(key.clientId);
    const row = { ...rowOf(key), created_at: created.createdAt, limits: { ...NO_LIMITS, ...body.limits } };
    res.status(201).json({ ...presentApiKey(row), api_key: apiKey } satisfies WireNewApiKey);
  };
}

/** Stores a key with its spending limits; undefined if the client already has the maximum of live keys. */
async function storeKey(
  sql: Sql,
  key: NewApiKey,
  limits: Partial<SpendingLimits> | undefined,
  by: Actor,
): ReturnType<typeof createApiKey> {
  const { id: subjectId, clientId } = key;
  const stored = await createApiKey(sql, key, by);
  if (stored !== undefined && limits !== undefined)
    await setLimits(sql, { clientId, of: 'api_key', subjectId, limits }, by);
  return stored;
}

/** A new key as the table has it. */
function rowOf(key: NewApiKey) {
  return {
    id: key.id,
    client_id: key.clientId,
    prefix: key.prefix,
    name: key.name,
    scopes: key.scopes,
    allowed_addresses: key.allowedAddresses,
    last_used_at: null,
    expires_at: key.expiresAt,
    replaced_until: null,
  };
}

/** The refusal that keeps a session in test mode from creating a key that costs money. */
function leaveTestMode(): Error {
  const message = 'This session is in test mode. Switch to live mode to create live keys.';
  return validationFailed([{ field: 'mode', code: 'not_in_test_mode', message }]);
}
