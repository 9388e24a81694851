import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { getHome } from './get-home.js';

/** What everybody who signs in sees first. */
export function homeRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/home', { get: [authenticate(deps), allow('read_figures'), getHome(deps)] });
}
