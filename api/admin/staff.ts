import type { RequestHandler } from 'express';
import { type HashSlots, laneOf } from '../auth/hash-slots.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { changeAccount } from './change-account.js';
import { openAccount } from './open-account.js';
import { requestedUserId } from './requested-ids.js';
import { AddStaffBody, PatchStaffBody } from './requests.js';

/** POST /api/v1/admin/staff: opens an account for a member of staff. */
export function addStaff({ db }: Pick<StaffDeps, 'db'>, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const { email, role, name = null } = validateRequest(AddStaffBody, req);
    const account = { clientId: null, email, role, name };
    res.status(201).json(await openAccount({ db, slots, lane: laneOf(res) }, account, auditActor(req, res)));
  };
}

/** PATCH /api/v1/admin/staff/{user_id}: suspends, resumes, resets the password, renames, or gives another role. */
export function patchStaff({ db }: Pick<StaffDeps, 'db'>, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const target = { userId: requestedUserId(req), clientId: null };
    const body = validateRequest(PatchStaffBody, req);
    const deps = { db, slots, lane: laneOf(res) };
    res.json(await changeAccount(deps, target, body, auditActor(req, res)));
  };
}
