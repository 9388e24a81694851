import { createRouter } from '@tanstack/react-router';
import type { WorkspacePage } from '../../../shared/wire/portal-pages.js';
import { LoadingRows } from '../lib/ui/loading-rows.js';
import { RouteErrorPage } from './route-error-page.js';
import { routeTree } from './routes.js';

export const router = createRouter({
  routeTree,
  context: { role: 'viewer', mode: 'live' },
  // Unknown search parameters are dropped: the API would refuse them as filters.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <LoadingRows rows={6} />,
  defaultErrorComponent: RouteErrorPage,
  // Another case, client or batch is another page: nothing that was typed or revealed on one is shown on the next.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

type Routed = keyof typeof router.routesByPath;
/** The compiler names here a page that only one of them has: the router, or the API, which serves the others as a 404. */
({}) satisfies Record<Exclude<Routed, WorkspacePage> | Exclude<WorkspacePage, Routed>, never>;
