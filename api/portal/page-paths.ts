/**
 * The addresses of the portal's pages, in Express's notation: its own router takes over once index.html is loaded
 * (portal/src/app/router.tsx). Everything else stays a 404, so that a wrong address never looks like a page.
 */
export const PAGE_PATHS: readonly string[] = [
  '/',
  '/account',
  '/checks',
  '/checks/new',
  '/checks/:request_id',
  '/batches',
  '/batches/:batch_id',
  '/wallet',
  '/api-keys',
  '/team',
  '/access-log',
  '/live-checks',
  '/invitation',
  '/forgot-password',
  '/reset-password',
  '/webhooks',
  '/webhooks/:webhook_id',
  '/reviews',
  '/reviews/:request_id',
  '/queue',
  '/clients',
  '/clients/:client_id',
  '/staff',
  '/approvals',
  '/audit-log',
  '/service-health',
];
