import type { Request, RequestHandler, Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { Client } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { ofClient } from '../../shared/db/scope.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { createLinkToken } from '../../shared/mail/link-token.js';
import { stageInvitationMail } from '../../shared/mail/stage-mail.js';
import type { WireInvitation } from '../../shared/wire/team.js';
import type { ApiDeps } from '../deps.js';
import { conflict, mailNotConfigured, notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import type { CountInvitation } from './invitation-limit.js';
import {
  createInvitation,
  type InvitationRow,
  listInvitations,
  type NewInvitation,
  renewInvitation,
  withdrawInvitation,
} from './keep-invitations.js';
import { linkBase } from './link-base.js';
import type { AddMemberBody, InviteOwnerBody } from './requests.js';

type Deps = Pick<ApiDeps, 'db' | 'config'> & { countInvitation: CountInvitation };
/** Whose team the request is about: the caller's own, or the one an admin names. */
export type WhoseTeam = (req: Request, res: Response) => string;

const REFUSALS = {
  member: 'A member of the team already has this e-mail address.',
  invited: 'An invitation for this e-mail address already exists. Send that one again, or withdraw it.',
} as const;

/** POST …/invitations: sends someone a link with which to join the team. */
export function invite(
  deps: Deps,
  whose: WhoseTeam,
  body: typeof AddMemberBody | typeof InviteOwnerBody,
): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const clientId = whose(req, res);
    const { email, role = 'owner', name = null } = validateRequest(body, req);
    if (config.mail === undefined) throw mailNotConfigured();
    const { token, hash } = createLinkToken();
    const sendLink = linkSender(deps);
    const wanted: NewInvitation = { id: newId(), clientId, email, name, role, tokenHash: hash };
    const row = await db.scoped(ofClient(clientId)).transaction(async (sql) => {
      const made = await createInvitation(sql, wanted, auditActor(req, res));
      if (typeof made === 'string') throw conflict(REFUSALS[made]);
      if (made.isNew) await sendLink(sql, made.row, token);
      return made.row;
    });
    res.status(201).json(present(row));
  };
}

/** GET …/invitations: those not yet accepted. */
export function listOpenInvitations({ db }: Pick<Deps, 'db'>, whose: WhoseTeam): RequestHandler {
  return async (req, res) => {
    const clientId = whose(req, res);
    const rows = await listInvitations(db.scoped(ofClient(clientId)), clientId);
    res.json({ data: rows.map(present) });
  };
}

/** POST …/invitations/{id}/resend: a new link, valid for its full time; the previous one becomes invalid. */
export function resendInvitation(deps: Deps, whose: WhoseTeam): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const clientId = whose(req, res);
    const id = idInPath(req, 'invitation', 'invitation_id');
    validateRequest(NoFields, req);
    if (config.mail === undefined) throw mailNotConfigured();
    const { token, hash } = createLinkToken();
    const sendLink = linkSender(deps);
    const row = await db.scoped(ofClient(clientId)).transaction(async (sql) => {
      const renewed = await renewInvitation(sql, { clientId, id, tokenHash: hash }, auditActor(req, res));
      if (renewed === undefined) throw notFound();
      if (renewed.isNew) await sendLink(sql, renewed.row, token);
      return renewed.row;
    });
    res.json(present(row));
  };
}

/** DELETE …/invitations/{id}: invalidates its link. */
export function deleteInvitation({ db }: Pick<Deps, 'db'>, whose: WhoseTeam): RequestHandler {
  return async (req, res) => {
    const clientId = whose(req, res);
    const id = idInPath(req, 'invitation', 'invitation_id');
    validateRequest(NoFields, req);
    const gone = await db
      .scoped(ofClient(clientId))
      .transaction((sql) => withdrawInvitation(sql, clientId, id, auditActor(req, res)));
    if (!gone) throw notFound();
    res.status(204).end();
  };
}

/**
 * Stages the mail of one request. Throws `rate_limited`, which rolls back the transaction, if its address has had
 * enough. Counts it once, however often the transaction is run.
 */
function linkSender({ config, countInvitation }: Deps) {
  let counted: Promise<void> | undefined;
  return async (sql: Sql, row: InvitationRow, token: string): Promise<void> => {
    const { client_id: clientId, email, role } = row;
    counted ??= countInvitation(clientId, email);
    await counted;
    const client = await rowsOf(sql, Client).findOne({ select: { name: true }, where: { id: clientId } });
    const data = { client_name: client?.name ?? '', role, base: linkBase(config) };
    await stageInvitationMail(sql, config.encryptionKeys, { clientId, email, token, data });
  };
}

function present(row: InvitationRow): WireInvitation {
  return {
    invitation_id: toPublicId('invitation', row.id),
    email: row.email,
    name: row.name,
    role: row.role,
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    expired: row.expired,
  };
}
