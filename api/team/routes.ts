import type { Request, Response, Router } from 'express';
import { existingClient } from '../admin/existing-client.js';
import { requestedClientId } from '../admin/requested-ids.js';
import { HashSlots } from '../auth/hash-slots.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { liveClientIdOf } from '../http/context.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { acceptInvitation, lookUpInvitation } from './accept-invitation.js';
import {
  deleteInvitation,
  invite,
  listOpenInvitations,
  resendInvitation,
  type WhoseTeam,
} from './invitations.js';
import { getMailChoices, patchMailChoices } from './mail-choices.js';
import { addMember, listTeam, patchMember, removeMember } from './members.js';
import { completePasswordReset, requestPasswordReset } from './password-resets.js';
import { AddMemberBody, InviteOwnerBody } from './requests.js';
import { getTeamSettings, patchTeamSettings } from './settings.js';

const TEAM = '/api/v1/team';
const OF_CLIENT = '/api/v1/admin/clients/:id/invitations';

/** A client's own people, the ways into its team, and the way to another password (contract 11). */
export function teamRoutes(router: Router, deps: ApiDeps): void {
  const slots = new HashSlots();
  const owner = [authenticate(deps), allow('manage_team')];
  const sure = [...owner, stepUp(deps)];
  resource(router, `${TEAM}/invitations`, {
    get: [...owner, noQuery, listOpenInvitations(deps, ownTeam)],
    post: [...sure, parseBody, invite(deps, ownTeam, AddMemberBody)],
  });
  resource(router, `${TEAM}/invitations/:invitation_id`, {
    delete: [...sure, parseOptionalBody, deleteInvitation(deps, ownTeam)],
  });
  resource(router, `${TEAM}/invitations/:invitation_id/resend`, {
    post: [...sure, parseOptionalBody, resendInvitation(deps, ownTeam)],
  });
  resource(router, TEAM, {
    get: [...owner, noQuery, listTeam(deps)],
    post: [...sure, parseBody, addMember(deps, slots)],
  });
  // Before what takes any name for that of a person.
  resource(router, `${TEAM}/settings`, {
    get: [...owner, noQuery, getTeamSettings(deps)],
    patch: [...sure, parseBody, patchTeamSettings(deps)],
  });
  resource(router, `${TEAM}/:user_id`, {
    patch: [...sure, parseBody, patchMember(deps)],
    delete: [...sure, parseOptionalBody, removeMember(deps)],
  });
  adminRoutes(router, deps);
  openRoutes(router, deps, slots);
  const own = [authenticate(deps), allow('manage_own_account')];
  resource(router, '/api/v1/me/mails', {
    get: [...own, noQuery, getMailChoices(deps)],
    patch: [...own, parseBody, patchMailChoices(deps)],
  });
}

const ownTeam: WhoseTeam = (_req: Request, res: Response) => liveClientIdOf(res);

/** The first owner is invited by an admin. */
function adminRoutes(router: Router, deps: ApiDeps): void {
  const ofClient = existingClient(forStaff(deps));
  const admin = [authenticate(deps), allow('manage_clients'), stepUp(deps)];
  resource(router, OF_CLIENT, {
    get: [
      authenticate(deps),
      allow('read_clients'),
      ofClient,
      noQuery,
      listOpenInvitations(deps, requestedClientId),
    ],
    post: [...admin, parseBody, ofClient, invite(deps, requestedClientId, InviteOwnerBody)],
  });
  resource(router, `${OF_CLIENT}/:invitation_id`, {
    delete: [...admin, parseOptionalBody, ofClient, deleteInvitation(deps, requestedClientId)],
  });
  resource(router, `${OF_CLIENT}/:invitation_id/resend`, {
    post: [...admin, parseOptionalBody, ofClient, resendInvitation(deps, requestedClientId)],
  });
}

/** For who has nothing but a link. */
function openRoutes(router: Router, deps: ApiDeps, slots: HashSlots): void {
  resource(router, '/api/v1/invitations/lookup', { post: [parseBody, lookUpInvitation(deps)] });
  resource(router, '/api/v1/invitations/accept', { post: [parseBody, acceptInvitation(deps, slots)] });
  resource(router, '/api/v1/password-resets', { post: [parseBody, requestPasswordReset(deps)] });
  resource(router, '/api/v1/password-resets/complete', {
    post: [parseBody, completePasswordReset(deps, slots)],
  });
}
