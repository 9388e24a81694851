import type { RequestHandler } from 'express';
import { createClient } from '../../shared/accounts/create-client.js';
import { readBack } from '../../shared/db/after-commit.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { setLimits } from '../spending/set-limits.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadClient } from './load-clients.js';
import { presentClient } from './present-client.js';
import { AddClientBody } from './requests.js';

/** POST /api/v1/admin/clients: creates a client with an empty wallet. */
export function addClient({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const body = validateRequest(AddClientBody, req);
    const client = {
      id: newId(),
      name: body.name,
      lowBalanceThreshold: body.low_balance_threshold === undefined ? 0 : body.low_balance_threshold,
      retentionDays: body.retention_days ?? null,
    };
    const { limits } = body;
    const by = auditActor(req, res);
    await db.transaction(async (sql) => {
      await createClient(sql, client, by);
      if (limits !== undefined) {
        await setLimits(sql, { clientId: client.id, of: 'client', subjectId: client.id, limits }, by);
      }
    });
    const row = await readBack(db, (sql) => loadClient(sql, client.id));
    if (row === undefined) throw new Error('Bug: a client that was created is gone');
    res.status(201).location(`/api/v1/admin/clients/${toPublicId('client', client.id)}`);
    res.json(presentClient(row));
  };
}
