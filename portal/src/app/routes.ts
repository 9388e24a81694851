import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router';
import { type Act, mayDo } from '../../../shared/domain/access.js';
import type { Mode } from '../../../shared/domain/mode.js';
import type { Role } from '../../../shared/domain/roles.js';
import { readHistorySearch } from '../features/history/history-search.js';
import { readNewCheckSearch } from '../features/new-check/new-check-search.js';
import { readReviewsSearch } from '../features/reviews/reviews-search.js';
import { readWalletSearch } from '../features/wallet/wallet-search.js';
import { lazyPart } from '../lib/parts/lazy-part.js';
import { NotFoundPage } from './not-found-page.js';
import { navigationOf } from './shell/navigation.js';
import { Shell } from './shell/shell.js';

const rootRoute = createRootRouteWithContext<{ role: Role; mode: Mode }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const { role, mode } = context;
    if (!mayDo(role, 'read_figures', mode)) {
      throw redirect({ to: navigationOf(role, mode)[0]?.to ?? '/account', replace: true });
    }
  },
  component: lazyPart(async () => (await import('../features/home/page.js')).HomePage),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyPart(async () => (await import('../features/auth/account-page.js')).AccountPage),
});

/** Pages are hidden from those who may not perform the act they are for, as in the API. */
function pagesFor<Name extends Act>(act: Name) {
  return createRoute({
    getParentRoute: () => rootRoute,
    id: act,
    beforeLoad: ({ context }) => {
      if (!mayDo(context.role, act, context.mode)) throw notFound({ routeId: '__root__' });
    },
  });
}

const submitPages = pagesFor('submit');
const reportPages = pagesFor('read_reports');
const followPages = pagesFor('follow_reports');
const walletPages = pagesFor('read_wallet');
const keyPages = pagesFor('manage_keys');
const webhookPages = pagesFor('manage_webhooks');
const teamPages = pagesFor('manage_team');
const accessPages = pagesFor('read_access_log');
const approvalPages = pagesFor('read_approvals');
const reviewPages = pagesFor('work_reviews');
const queuePages = pagesFor('read_queue');
const clientPages = pagesFor('read_clients');
const staffPages = pagesFor('read_staff');
const auditPages = pagesFor('read_audit_log');

const newCheckRoute = createRoute({
  getParentRoute: () => submitPages,
  path: '/checks/new',
  validateSearch: readNewCheckSearch,
  component: lazyPart(async () => (await import('../features/new-check/page.js')).NewCheckPage),
});
const historyRoute = createRoute({
  getParentRoute: () => reportPages,
  path: '/checks',
  validateSearch: readHistorySearch,
  component: lazyPart(async () => (await import('../features/history/page.js')).HistoryPage),
});
const liveChecksRoute = createRoute({
  getParentRoute: () => followPages,
  path: '/live-checks',
  component: lazyPart(async () => (await import('../features/live-checks/page.js')).LiveChecksPage),
});
const subjectRoute = createRoute({
  getParentRoute: () => reportPages,
  path: '/checks/subject',
  component: lazyPart(async () => (await import('../features/subject/page.js')).SubjectPage),
});
const reportRoute = createRoute({
  getParentRoute: () => reportPages,
  path: '/checks/$requestId',
  component: lazyPart(async () => (await import('../features/report/page.js')).ReportPage),
});
const batchesRoute = createRoute({
  getParentRoute: () => reportPages,
  path: '/batches',
  component: lazyPart(async () => (await import('../features/batches/page.js')).BatchesPage),
});
const batchRoute = createRoute({
  getParentRoute: () => reportPages,
  path: '/batches/$batchId',
  component: lazyPart(async () => (await import('../features/batches/batch-page.js')).BatchPage),
});
const walletRoute = createRoute({
  getParentRoute: () => walletPages,
  path: '/wallet',
  validateSearch: readWalletSearch,
  component: lazyPart(async () => (await import('../features/wallet/page.js')).WalletPage),
});
const apiKeysRoute = createRoute({
  getParentRoute: () => keyPages,
  path: '/api-keys',
  component: lazyPart(async () => (await import('../features/api-keys/page.js')).ApiKeysPage),
});

const teamRoute = createRoute({
  getParentRoute: () => teamPages,
  path: '/team',
  component: lazyPart(async () => (await import('../features/team/page.js')).TeamPage),
});
const webhooksRoute = createRoute({
  getParentRoute: () => webhookPages,
  path: '/webhooks',
  component: lazyPart(async () => (await import('../features/webhooks/page.js')).WebhooksPage),
});
const webhookRoute = createRoute({
  getParentRoute: () => webhookPages,
  path: '/webhooks/$webhookId',
  component: lazyPart(async () => (await import('../features/webhooks/webhook-page.js')).WebhookPage),
});

const accessLogRoute = createRoute({
  getParentRoute: () => accessPages,
  path: '/access-log',
  component: lazyPart(async () => (await import('../features/access-log/page.js')).AccessLogPage),
});
const approvalsRoute = createRoute({
  getParentRoute: () => approvalPages,
  path: '/approvals',
  component: lazyPart(async () => (await import('../features/approvals/page.js')).ApprovalsPage),
});

const reviewsRoute = createRoute({
  getParentRoute: () => reviewPages,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  component: lazyPart(async () => (await import('../features/reviews/page.js')).ReviewsPage),
});
const reviewRoute = createRoute({
  getParentRoute: () => reviewPages,
  path: '/reviews/$requestId',
  component: lazyPart(async () => (await import('../features/reviews/review-page.js')).ReviewPage),
});
const queueRoute = createRoute({
  getParentRoute: () => queuePages,
  path: '/queue',
  component: lazyPart(async () => (await import('../features/queue/page.js')).QueuePage),
});

const clientsRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/clients',
  component: lazyPart(async () => (await import('../features/clients/page.js')).ClientsPage),
});
const clientRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/clients/$clientId',
  component: lazyPart(async () => (await import('../features/clients/client-page.js')).ClientPage),
});
const staffRoute = createRoute({
  getParentRoute: () => staffPages,
  path: '/staff',
  component: lazyPart(async () => (await import('../features/staff/page.js')).StaffPage),
});
const auditLogRoute = createRoute({
  getParentRoute: () => auditPages,
  path: '/audit-log',
  component: lazyPart(async () => (await import('../features/audit-log/page.js')).AuditLogPage),
});
const serviceHealthRoute = createRoute({
  getParentRoute: () => clientPages,
  path: '/service-health',
  component: lazyPart(async () => (await import('../features/service-health/page.js')).ServiceHealthPage),
});

/** Every page of the portal, below the act it is for. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  accountRoute,
  submitPages.addChildren([newCheckRoute]),
  reportPages.addChildren([historyRoute, subjectRoute, reportRoute, batchesRoute, batchRoute]),
  followPages.addChildren([liveChecksRoute]),
  walletPages.addChildren([walletRoute]),
  keyPages.addChildren([apiKeysRoute]),
  teamPages.addChildren([teamRoute]),
  webhookPages.addChildren([webhooksRoute, webhookRoute]),
  accessPages.addChildren([accessLogRoute]),
  approvalPages.addChildren([approvalsRoute]),
  reviewPages.addChildren([reviewsRoute, reviewRoute]),
  queuePages.addChildren([queueRoute]),
  clientPages.addChildren([clientsRoute, clientRoute, serviceHealthRoute]),
  staffPages.addChildren([staffRoute]),
  auditPages.addChildren([auditLogRoute]),
]);
