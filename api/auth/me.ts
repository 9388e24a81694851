import type { RequestHandler } from 'express';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeOf } from '../../shared/domain/mode.js';
import type { ApiDeps } from '../deps.js';
import { type Identity, identityOf } from '../http/context.js';
import type { Me } from './schemas.js';

/** GET /api/v1/me: whose token it is, and whom its holder can contact. */
export function me({ config: { supportContact } }: Pick<ApiDeps, 'config'>): RequestHandler {
  return (_req, res) => {
    const identity = presentIdentity(identityOf(res));
    res.json({ ...identity, ...(supportContact !== undefined && { support_contact: supportContact }) });
  };
}

/** An API key is not a user: it has its own id instead. */
function presentIdentity({ actor, user, role, scope, clientId, liveClientId, clientName }: Identity): Me {
  return {
    user_id: user === null ? null : actor,
    email: user?.email ?? null,
    name: user?.name ?? null,
    ...(user === null && { api_key_id: actor }),
    role: role === 'api_key' ? 'client' : role,
    scope,
    ...(user?.mustChangePassword === true && { must_change_password: true }),
    ...(user?.session.needsSecondFactor === true &&
      user.session.factors.length === 0 && { must_set_up_second_factor: true }),
    client:
      liveClientId === null
        ? null
        : { client_id: toPublicId('client', liveClientId), name: clientName ?? '' },
    mode: clientId === null ? 'live' : modeOf(clientId),
  };
}
