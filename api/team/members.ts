import type { RequestHandler } from 'express';
import { changeUser, type UserChange } from '../../shared/accounts/change-user.js';
import { readBack } from '../../shared/db/after-commit.js';
import { ofClient } from '../../shared/db/scope.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { WireMember } from '../../shared/wire/team.js';
import { REFUSALS } from '../admin/change-account.js';
import { openAccount } from '../admin/open-account.js';
import { requestedUserId } from '../admin/requested-ids.js';
import { type HashSlots, laneOf } from '../auth/hash-slots.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor, liveClientIdOf } from '../http/context.js';
import { setLimits } from '../spending/set-limits.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadMember, loadMembers } from './load-members.js';
import { AddMemberBody, PatchMemberBody } from './requests.js';

type Deps = Pick<ApiDeps, 'db'>;

/** GET /api/v1/team: the people of the client. */
export function listTeam({ db }: Deps): RequestHandler {
  return async (_req, res) => {
    const clientId = liveClientIdOf(res);
    res.json({ data: await loadMembers(db.scoped(ofClient(clientId)), clientId) });
  };
}

/** POST /api/v1/team: opens an account with a temporary password, for deployments that cannot send mail. */
export function addMember({ db }: Deps, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const { email, role, name } = validateRequest(AddMemberBody, req);
    const clientId = liveClientIdOf(res);
    const own = db.scoped(ofClient(clientId));
    const account = { clientId, email, role, name: name ?? null };
    const opened = await openAccount({ db: own, slots, lane: laneOf(res) }, account, auditActor(req, res));
    const id = fromPublicId('user', opened.user_id) ?? '';
    const member = await readBack(own, (sql) => loadMember(sql, clientId, id));
    if (member === undefined) throw notFound();
    res.status(201).json({ ...member, temporary_password: opened.temporary_password });
  };
}

/** PATCH /api/v1/team/{user_id}: changes role, name or limits, or suspends and resumes. */
export function patchMember({ db }: Deps): RequestHandler {
  return async (req, res) => {
    const userId = requestedUserId(req);
    const { limits, ...body } = validateRequest(PatchMemberBody, req);
    const clientId = liveClientIdOf(res);
    const by = auditActor(req, res);
    const member = await db.scoped(ofClient(clientId)).transaction(async (sql): Promise<WireMember> => {
      const change: UserChange = { userId, clientId, keepsOwner: true, ...body };
      const result = await changeUser(sql, change, by);
      if (result !== 'changed') throw REFUSALS[result]();
      if (limits !== undefined) await setLimits(sql, { clientId, of: 'user', subjectId: userId, limits }, by);
      const changed = await loadMember(sql, clientId, userId);
      if (changed === undefined) throw notFound();
      return changed;
    });
    res.json(member);
  };
}

/** DELETE /api/v1/team/{user_id}: removes someone from the team; what they did keeps their name. */
export function removeMember({ db }: Deps): RequestHandler {
  return async (req, res) => {
    const userId = requestedUserId(req);
    validateRequest(NoFields, req);
    const clientId = liveClientIdOf(res);
    const change: UserChange = { userId, clientId, keepsOwner: true, removed: true };
    const result = await db
      .scoped(ofClient(clientId))
      .transaction((sql) => changeUser(sql, change, auditActor(req, res)));
    if (result !== 'changed') throw REFUSALS[result]();
    res.status(204).end();
  };
}
