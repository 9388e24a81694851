import type { RequestHandler } from 'express';
import { createUser } from '../../shared/accounts/create-user.js';
import { hashPassword, newPasswordFaults } from '../../shared/accounts/passwords.js';
import { ofClient } from '../../shared/db/scope.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { hashLinkToken } from '../../shared/mail/link-token.js';
import type { WireInvited } from '../../shared/wire/team.js';
import { addressGroup } from '../auth/address-group.js';
import type { HashSlots } from '../auth/hash-slots.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, conflict, linkEnded, validationFailed } from '../errors/catalogue.js';
import { addressOf } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { findByToken, type InvitationRow, useInvitation } from './keep-invitations.js';
import { AcceptInvitationBody, InvitationTokenBody } from './requests.js';

type Deps = Pick<ApiDeps, 'db'>;

/** POST /api/v1/invitations/lookup: shows an invitation. The token is in the body, so that no log has it. */
export function lookUpInvitation(deps: Deps): RequestHandler {
  return async (req, res) => {
    const { token } = validateRequest(InvitationTokenBody, req);
    const { email, name, role, client_name, expires_at } = await find(deps, token);
    const invited: WireInvited = { email, name, role, client_name, expires_at: expires_at.toISOString() };
    res.json(invited);
  };
}

/** POST /api/v1/invitations/accept: opens the account with a password the person chose, and uses up the link. */
export function acceptInvitation(deps: Deps, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const { token, password, name } = validateRequest(AcceptInvitationBody, req);
    const invitation = await find(deps, token);
    const faults = newPasswordFaults('password', password, invitation.email);
    if (faults.length > 0) throw validationFailed(faults);
    const passwordHash = await slots.run(addressGroup(req.ip), () => hashPassword(password));
    // It had to wait for its turn, for seconds if many sign in, and in no client's scope are all senders seen.
    await find(deps, token);
    const user = {
      id: newId(),
      clientId: invitation.client_id,
      email: invitation.email,
      name: name ?? invitation.name,
      passwordHash,
      role: invitation.role,
      mustChangePassword: false,
    };
    const id = await deps.db.scoped(ofClient(invitation.client_id)).transaction(async (sql) => {
      // The account first, because the invitation refers to it; both or neither are committed.
      const by = { actor: undefined, ipAddress: addressOf(req) };
      const account = await createUser(sql, user, by);
      if (account === undefined) throw taken();
      if (!(await useInvitation(sql, invitation.id, account))) throw linkEnded();
      return account;
    });
    res.status(201).json({ user_id: toPublicId('user', id), email: user.email });
  };
}

async function find({ db }: Deps, token: string): Promise<InvitationRow & { client_name: string }> {
  const hash = hashLinkToken(token);
  const row = hash === undefined ? undefined : await findByToken(db.scoped('sign_in'), hash);
  if (row === undefined) throw linkEnded();
  return row;
}

function taken(): ApiError {
  return conflict(
    'An account with this e-mail address already exists, and an address can have only one. If the account belongs to ' +
      'this team, sign in; otherwise ask for an invitation to another address.',
  );
}
