import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import type { WireTeamSettings } from '../../shared/wire/team.js';
import type { ApiDeps } from '../deps.js';
import { auditActor, liveClientIdOf } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { TeamSettingsBody } from './requests.js';
import { setSecondFactorRequired } from './set-second-factor-required.js';

/** GET /api/v1/team/settings: what applies to everyone in the team. */
export function getTeamSettings({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const clientId = liveClientIdOf(res);
    res.json(await load(db.scoped(ofClient(clientId)), clientId));
  };
}

/** PATCH /api/v1/team/settings: absent members stay as they are. */
export function patchTeamSettings({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const { require_second_factor: required } = validateRequest(TeamSettingsBody, req);
    const clientId = liveClientIdOf(res);
    const settings = await db.scoped(ofClient(clientId)).transaction(async (sql) => {
      if (required !== undefined) {
        await setSecondFactorRequired(sql, clientId, required, auditActor(req, res));
      }
      return load(sql, clientId);
    });
    res.json(settings);
  };
}

async function load(sql: Sql, clientId: string): Promise<WireTeamSettings> {
  const [row] = await sql.query<WireTeamSettings>('SELECT require_second_factor FROM clients WHERE id = $1', [
    clientId,
  ]);
  return { require_second_factor: row?.require_second_factor === true };
}
