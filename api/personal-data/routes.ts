import type { Router } from 'express';
import { existingClient } from '../admin/existing-client.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { eraseSubject } from './erase-subject.js';
import { exportSubject } from './export-subject.js';

const PERSONAL_DATA = '/api/v1/admin/clients/:id/personal-data';

/** What a person may ask for whom a client has checked (docs/personal-data.md): for admins only, and audited. */
export function personalDataRoutes(router: Router, deps: ApiDeps): void {
  const staff = forStaff(deps);
  const signedIn = authenticate(deps);
  const ofClient = [parseBody, existingClient(staff)];
  resource(router, `${PERSONAL_DATA}/erasures`, {
    post: [signedIn, allow('erase_personal_data'), stepUp(deps), ...ofClient, eraseSubject(staff)],
  });
  resource(router, `${PERSONAL_DATA}/exports`, {
    post: [signedIn, allow('export_personal_data'), stepUp(deps), ...ofClient, exportSubject(staff)],
  });
}
