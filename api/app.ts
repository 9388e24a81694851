import express, { type Express, type Router } from 'express';
import { accessLogRoutes } from './access-log/routes.js';
import { adminRoutes } from './admin/routes.js';
import { apiKeyRoutes } from './api-keys/routes.js';
import { approvalRoutes } from './approvals/routes.js';
import { authRoutes } from './auth/routes.js';
import { batchRoutes } from './batches/routes.js';
import type { ApiDeps } from './deps.js';
import { docsRoutes } from './docs/routes.js';
import { handleErrors, handleUnknownPath } from './errors/handle-errors.js';
import { eventRoutes } from './events/routes.js';
import { evidenceRoutes } from './evidence/routes.js';
import { homeRoutes } from './home/routes.js';
import { correlate } from './middleware/correlate.js';
import { judgeHead } from './middleware/judge-head.js';
import { leaveWhenDraining } from './middleware/leave-when-draining.js';
import { securityHeaders } from './middleware/security-headers.js';
import { openApiRoutes } from './openapi/routes.js';
import { queueDashboardRoutes } from './ops/queue-dashboard.js';
import { opsRoutes } from './ops/routes.js';
import { personalDataRoutes } from './personal-data/routes.js';
import { handleBrowserErrors } from './portal/error-page.js';
import { portalRoutes } from './portal/routes.js';
import { reviewRoutes } from './reviews/routes.js';
import { secondFactorRoutes } from './second-factor/routes.js';
import { serviceRoutes } from './services/routes.js';
import { sessionRoutes } from './sessions/routes.js';
import { spendingRoutes } from './spending/routes.js';
import { supportRoutes } from './support/routes.js';
import { teamRoutes } from './team/routes.js';
import { testModeRoutes } from './test-mode/routes.js';
import { verificationRoutes } from './verifications/routes.js';
import { walletRoutes } from './wallet/routes.js';
import { webhookRoutes } from './webhooks/routes.js';

/** Every feature puts its routes on one router, with full paths. */
const FEATURES: readonly ((router: Router, deps: ApiDeps) => void)[] = [
  opsRoutes,
  openApiRoutes,
  docsRoutes,
  authRoutes,
  secondFactorRoutes,
  sessionRoutes,
  apiKeyRoutes,
  accessLogRoutes,
  homeRoutes,
  serviceRoutes,
  walletRoutes,
  teamRoutes,
  spendingRoutes,
  verificationRoutes,
  batchRoutes,
  testModeRoutes,
  evidenceRoutes,
  webhookRoutes,
  eventRoutes,
  reviewRoutes,
  supportRoutes,
  queueDashboardRoutes,
  adminRoutes,
  approvalRoutes,
  personalDataRoutes,
  portalRoutes,
];

/** The API as an Express app. It never listens and never reads the environment. */
export function createApp(deps: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  // The report sets a tag of its own; hashing every other body would tell callers nothing.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', deps.config.trustProxy);

  app.use(correlate(deps));
  app.use(...securityHeaders(deps.config));
  app.use(leaveWhenDraining(deps));
  app.use(judgeHead);
  app.use(routes(deps));
  app.use(handleUnknownPath);
  app.use(handleBrowserErrors);
  app.use(handleErrors(deps));
  return app;
}

function routes(deps: ApiDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const addRoutes of FEATURES) addRoutes(router, deps);
  return router;
}
