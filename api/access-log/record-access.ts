import type { Request, Response } from 'express';
import type { Access } from '../../shared/access-log/access-record.js';
import type { AccessAct } from '../../shared/domain/access-kinds.js';
import type { ApiDeps } from '../deps.js';
import { addressOf, callerOf, identityOf } from '../http/context.js';
import {
  loadVerifications,
  type VerificationKey,
  type VerificationRow,
} from '../verifications/load-verification.js';

/** What is opened: one verification, or many of one client. */
export interface Opened {
  clientId: string;
  act: AccessAct;
  verificationId?: string | null;
}

/** Records that the caller of a request opens something; must be awaited before any of it is sent. */
export async function recordAccess(
  { accessLog }: Pick<ApiDeps, 'accessLog'>,
  req: Request,
  res: Response,
  opened: Opened,
): Promise<void> {
  await accessLog.record(accessOf(req, res, opened));
}

function accessOf(req: Request, res: Response, { clientId, act, verificationId }: Opened): Access {
  const { user, apiKey, channel, clientId: ownClientId } = identityOf(res);
  const actorId = user?.id ?? apiKey?.id;
  if (actorId === undefined) throw new Error('Bug: an identity that is neither a user nor an API key');
  return {
    clientId,
    actorKind: apiKey !== null ? 'api_key' : ownClientId === null ? 'staff' : 'user',
    actorId,
    act,
    verificationId: verificationId ?? null,
    channel,
    // In the form people write, even if the socket speaks both IP versions.
    ipAddress: addressOf(req),
  };
}

/**
 * Reads the verification a caller has waited for, and records that the answer shows its result, if it has one. Throws
 * the 401 of a caller who may no longer see it.
 */
export async function readResult(
  { accessLog }: Pick<ApiDeps, 'accessLog'>,
  req: Request,
  res: Response,
  key: VerificationKey,
): Promise<VerificationRow | undefined> {
  return accessLog.look({
    key,
    caller: callerOf(res),
    read: loadVerifications,
    opens: (row) =>
      row?.status === 'completed'
        ? accessOf(req, res, { clientId: key.clientId, act: 'report', verificationId: row.id })
        : undefined,
  });
}

/** Records that the answer to a submission shows its result; an open verification discloses nothing about anyone. */
export async function recordResult(
  deps: Pick<ApiDeps, 'accessLog'>,
  req: Request,
  res: Response,
  row: Pick<VerificationRow, 'id' | 'status'> | undefined,
  clientId: string,
): Promise<void> {
  if (row?.status !== 'completed') return;
  await recordAccess(deps, req, res, { clientId, act: 'report', verificationId: row.id });
}
