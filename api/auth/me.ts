import type { RequestHandler } from 'express';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Identity, identityOf } from '../http/context.js';

/** GET /api/v1/me: who the token is. */
export const me: RequestHandler = (_req, res) => {
  res.json(presentIdentity(identityOf(res)));
};

function presentIdentity({ userId, email, role, clientId, clientName }: Identity) {
  return {
    user_id: toPublicId('user', userId),
    email,
    role,
    scope: role,
    client: clientId === null ? null : { client_id: toPublicId('client', clientId), name: clientName },
  };
}
