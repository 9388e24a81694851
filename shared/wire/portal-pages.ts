/** The addresses of the workspace's pages, in the notation of the portal's router (portal/src/app/routes.ts). */
export const WORKSPACE_PAGES = [
  '/',
  '/account',
  '/checks',
  '/checks/new',
  '/checks/subject',
  '/checks/$requestId',
  '/batches',
  '/batches/$batchId',
  '/wallet',
  '/api-keys',
  '/team',
  '/access-log',
  '/live-checks',
  '/webhooks',
  '/webhooks/$webhookId',
  '/reviews',
  '/reviews/$requestId',
  '/queue',
  '/clients',
  '/clients/$clientId',
  '/staff',
  '/approvals',
  '/audit-log',
  '/service-health',
] as const;
export type WorkspacePage = (typeof WORKSPACE_PAGES)[number];

/** The pages that links in mails lead to, regardless of who is signed in. */
export const LINKED_PAGES = ['/invitation', '/forgot-password', '/reset-password'] as const;
export type LinkedPage = (typeof LINKED_PAGES)[number];
