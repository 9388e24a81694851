import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router';
import type { Role } from '../../../shared/domain/roles.js';
import { readHistorySearch } from '../features/history/history-search.js';
import { readNewCheckSearch } from '../features/new-check/new-check-search.js';
import { readReviewsSearch } from '../features/reviews/reviews-search.js';
import { LoadingRows } from '../lib/ui/loading-rows.js';
import { NotFoundPage } from './not-found-page.js';
import { RouteErrorPage } from './route-error-page.js';
import { Shell } from './shell/shell.js';

const rootRoute = createRootRouteWithContext<{ role: Role }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/page.js'), 'HomePage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/auth/account-page.js'), 'AccountPage'),
});

/** The pages of one role do not exist for the others, as in the API. */
function pagesOf(role: Role) {
  return createRoute({
    getParentRoute: () => rootRoute,
    id: role,
    beforeLoad: ({ context }) => {
      if (context.role !== role) throw notFound({ routeId: '__root__' });
    },
  });
}

const clientPages = pagesOf('client');
const newCheckRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/checks/new',
  validateSearch: readNewCheckSearch,
  component: lazyRouteComponent(() => import('../features/new-check/page.js'), 'NewCheckPage'),
});
const historyRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/checks',
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import('../features/history/page.js'), 'HistoryPage'),
});
const reportRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/checks/$requestId',
  component: lazyRouteComponent(() => import('../features/report/page.js'), 'ReportPage'),
});
const walletRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/wallet',
  component: lazyRouteComponent(() => import('../features/wallet/page.js'), 'WalletPage'),
});
const apiKeysRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../features/api-keys/page.js'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/page.js'), 'WebhooksPage'),
});
const webhookRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('../features/webhooks/webhook-page.js'), 'WebhookPage'),
});

const supportPages = pagesOf('support');
const reviewsRoute = createRoute({
  getParentRoute: () => supportPages,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  component: lazyRouteComponent(() => import('../features/reviews/page.js'), 'ReviewsPage'),
});
const reviewRoute = createRoute({
  getParentRoute: () => supportPages,
  path: '/reviews/$requestId',
  component: lazyRouteComponent(() => import('../features/reviews/review-page.js'), 'ReviewPage'),
});
const queueRoute = createRoute({
  getParentRoute: () => supportPages,
  path: '/queue',
  component: lazyRouteComponent(() => import('../features/queue/page.js'), 'QueuePage'),
});

const adminPages = pagesOf('admin');
const clientsRoute = createRoute({
  getParentRoute: () => adminPages,
  path: '/clients',
  component: lazyRouteComponent(() => import('../features/clients/page.js'), 'ClientsPage'),
});
const clientRoute = createRoute({
  getParentRoute: () => adminPages,
  path: '/clients/$clientId',
  component: lazyRouteComponent(() => import('../features/clients/client-page.js'), 'ClientPage'),
});
const staffRoute = createRoute({
  getParentRoute: () => adminPages,
  path: '/staff',
  component: lazyRouteComponent(() => import('../features/staff/page.js'), 'StaffPage'),
});
const auditLogRoute = createRoute({
  getParentRoute: () => adminPages,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('../features/audit-log/page.js'), 'AuditLogPage'),
});
const serviceHealthRoute = createRoute({
  getParentRoute: () => adminPages,
  path: '/service-health',
  component: lazyRouteComponent(() => import('../features/service-health/page.js'), 'ServiceHealthPage'),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  accountRoute,
  clientPages.addChildren([
    newCheckRoute,
    historyRoute,
    reportRoute,
    walletRoute,
    apiKeysRoute,
    webhooksRoute,
    webhookRoute,
  ]),
  supportPages.addChildren([reviewsRoute, reviewRoute, queueRoute]),
  adminPages.addChildren([clientsRoute, clientRoute, staffRoute, auditLogRoute, serviceHealthRoute]),
]);

export const router = createRouter({
  routeTree,
  context: { role: 'client' },
  // What a page does not know in its address is no filter: it would only be refused.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <LoadingRows rows={6} />,
  defaultErrorComponent: RouteErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
