import { parse } from 'node:querystring';
import express, { type Express, type Router } from 'express';
import type { ApiDeps } from './deps.js';
import { docsRoutes } from './docs/routes.js';
import { handleErrors, handleUnknownPath } from './errors/handle-errors.js';
import { evidencePages } from './evidence/pages.js';
import { FEATURES } from './features.js';
import { policyMaker } from './http/policies.js';
import { type Authenticate, createAuthenticate } from './middleware/authenticate.js';
import { closeWhenDraining } from './middleware/close-when-draining.js';
import { correlate } from './middleware/correlate.js';
import { securityHeaders } from './middleware/security-headers.js';
import { stripForwardedPorts } from './middleware/strip-forwarded-ports.js';
import { validateHead } from './middleware/validate-head.js';
import { queueDashboardRoutes } from './ops/queue-dashboard.js';
import { handleBrowserErrors } from './portal/error-page.js';
import { portalRoutes } from './portal/routes.js';

/** Pages for people and their files; the portal claims every path it has files for, so it comes last. */
const PAGES: readonly ((router: Router, deps: ApiDeps, authenticate: Authenticate) => void)[] = [
  docsRoutes,
  evidencePages,
  queueDashboardRoutes,
  portalRoutes,
];

/** Creates the API as an Express app. It never listens and never reads the environment. */
export function createApp(deps: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  // Reports set their own tag; hashing every other body would tell callers nothing.
  app.disable('etag');
  // Without the limit of 1000 that parsing has by default, after which parameters are neither applied nor refused.
  app.set('query parser', (text: string) => parse(text, undefined, undefined, { maxKeys: 0 }));
  app.set('trust proxy', deps.config.trustProxy);

  app.use(stripForwardedPorts);
  app.use(correlate(deps));
  app.use(...securityHeaders(deps.config));
  app.use(closeWhenDraining(deps));
  app.use(validateHead);
  app.use(routes(deps));
  app.use(handleUnknownPath);
  app.use(handleBrowserErrors);
  app.use(handleErrors(deps));
  return app;
}

function routes(deps: ApiDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const authenticate = createAuthenticate(deps);
  const policiesOf = policyMaker(deps, authenticate);
  for (const feature of FEATURES) feature.mount(router, deps, policiesOf);
  for (const addRoutes of PAGES) addRoutes(router, deps, authenticate);
  return router;
}
