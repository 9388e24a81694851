import type { RequestHandler } from 'express';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import { createApiKeySecret } from '../../shared/crypto/random-secrets.js';
import { newId } from '../../shared/domain/ids.js';
import { testSideOf } from '../../shared/domain/mode.js';
import { NO_LIMITS } from '../../shared/domain/spending.js';
import type { WireNewApiKey } from '../../shared/wire/api-key.js';
import type { ApiDeps } from '../deps.js';
import { conflict, validationFailed } from '../errors/catalogue.js';
import { auditActor, liveClientIdOf, userOf } from '../http/context.js';
import { modeOfRequest } from '../http/say-mode.js';
import { setLimits } from '../spending/set-limits.js';
import { bothSides, ensureTestSide } from '../test-mode/ensure-test-side.js';
import { validateRequest } from '../validation/validate-request.js';
import { createApiKey, MAX_LIVE_API_KEYS } from './create-api-key.js';
import { presentApiKey } from './present-api-key.js';
import { CreateApiKeyBody, expiryOf, rangesOf, scopesOf } from './requests.js';

/** POST /api/v1/api-keys: creates a key for the machines of the caller's client, and shows it only this once. */
export function createKey({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const body = validateRequest(CreateApiKeyBody, req);
    const mode = body.mode ?? modeOfRequest(res);
    if (mode === 'live' && modeOfRequest(res) === 'test') throw leaveTestMode();
    const { apiKey, prefix, hash } = createApiKeySecret(mode);
    const liveClientId = liveClientIdOf(res);
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
    const created = await db.scoped(bothSides(liveClientId)).transaction(async (sql) => {
      const by = auditActor(req, res);
      const { id: subjectId, clientId } = key;
      if (mode === 'test') await ensureTestSide(sql, liveClientId);
      if (body.limits !== undefined) await waitForAcceptances(sql, clientId);
      const stored = await createApiKey(sql, key, by);
      if (stored !== undefined && body.limits !== undefined) {
        await setLimits(sql, { clientId, of: 'api_key', subjectId, limits: body.limits }, by);
      }
      return stored;
    });
    if (created === undefined) {
      throw conflict(
        `You already have ${MAX_LIVE_API_KEYS} live API keys. Delete one that is no longer used.`,
      );
    }
    const row = {
      id: key.id,
      client_id: key.clientId,
      prefix,
      name: key.name,
      scopes: key.scopes,
      allowed_addresses: key.allowedAddresses,
      created_at: created.createdAt,
      last_used_at: null,
      expires_at: key.expiresAt,
      replaced_until: null,
      limits: { ...NO_LIMITS, ...body.limits },
    };
    res.status(201).json({ ...presentApiKey(row), api_key: apiKey } satisfies WireNewApiKey);
  };
}

/** The refusal that keeps a session in test mode from creating a key that costs money. */
function leaveTestMode(): Error {
  const message = 'This session is in test mode. Switch to live mode to create live keys.';
  return validationFailed([{ field: 'mode', code: 'not_in_test_mode', message }]);
}
