import type { Router } from 'express';
import type { Act } from '../../shared/domain/access.js';
import { HashSlots } from '../auth/hash-slots.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { getWallet } from '../wallet/get-wallet.js';
import { listEntries } from '../wallet/list-entries.js';
import { addClient } from './add-client.js';
import { existingClient } from './existing-client.js';
import { getClient } from './get-client.js';
import { listAuditLog } from './list-audit-log.js';
import { listClients } from './list-clients.js';
import { listUsers } from './list-users.js';
import { moveCredits } from './move-credits.js';
import { patchClient } from './patch-client.js';
import { requestedClientId } from './requested-ids.js';
import { resetFactor } from './reset-factor.js';
import { addStaff, patchStaff } from './staff.js';
import { addUser, patchUser } from './users.js';

const CLIENTS = '/api/v1/admin/clients';
const STAFF = '/api/v1/admin/staff';

/** What admins do: provision clients, users and staff, manage credits, and read who did what (contract 6). */
export function adminRoutes(router: Router, deps: ApiDeps): void {
  const signedIn = authenticate(deps);
  const may = (act: Act) => [signedIn, allow(act)];
  const sure = (act: Act) => [...may(act), stepUp(deps)];
  const staff = forStaff(deps);
  const ofClient = existingClient(staff);
  // Apart from those of the login, so that admins can help while logins are flooded.
  const slots = new HashSlots();

  resource(router, CLIENTS, {
    get: [...may('read_clients'), listClients(deps)],
    post: [...may('manage_clients'), parseBody, addClient(staff)],
  });
  resource(router, `${CLIENTS}/:id`, {
    get: [...may('read_clients'), noQuery, getClient(staff)],
    patch: [...may('manage_clients'), parseBody, patchClient(staff)],
  });
  resource(router, `${CLIENTS}/:id/users`, {
    get: [...may('read_clients'), ofClient, listUsers(deps, requestedClientId)],
    post: [...sure('manage_clients'), parseBody, ofClient, addUser(staff, slots)],
  });
  resource(router, `${CLIENTS}/:id/users/:user_id`, {
    patch: [...sure('manage_clients'), parseBody, ofClient, patchUser(staff, slots)],
  });
  resource(router, `${CLIENTS}/:id/users/:user_id/second-factor`, {
    delete: [...sure('manage_clients'), parseOptionalBody, ofClient, resetFactor(staff, requestedClientId)],
  });
  resource(router, `${STAFF}/:user_id/second-factor`, {
    delete: [...sure('manage_staff'), parseOptionalBody, resetFactor(staff, () => null)],
  });
  resource(router, `${CLIENTS}/:id/credits`, {
    post: [...sure('move_credits'), parseBody, ofClient, moveCredits(staff)],
  });
  resource(router, `${CLIENTS}/:id/wallet`, {
    get: [...may('read_client_wallets'), ofClient, noQuery, getWallet(deps, requestedClientId)],
  });
  resource(router, `${CLIENTS}/:id/wallet/entries`, {
    get: [...may('read_client_wallets'), ofClient, listEntries(deps, requestedClientId)],
  });
  resource(router, STAFF, {
    get: [...may('read_staff'), listUsers(deps, () => null)],
    post: [...sure('manage_staff'), parseBody, addStaff(staff, slots)],
  });
  resource(router, `${STAFF}/:user_id`, {
    patch: [...sure('manage_staff'), parseBody, patchStaff(staff, slots)],
  });
  resource(router, '/api/v1/admin/audit-log', { get: [...may('read_audit_log'), listAuditLog(deps)] });
}
