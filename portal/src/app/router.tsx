import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { WorkspacePage } from '../../../shared/wire/portal-pages.js';
import type { Account } from '../lib/session/account.js';
import { LoadingRows } from '../lib/ui/loading-rows.js';
import { RouteErrorPage } from './route-error-page.js';
import { routeTree } from './routes.js';

const create = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history !== undefined && { history }),
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

export const firstRouter = create();
let current = firstRouter;
let judgedFor: string | undefined;

/**
 * The router of an account. It judges once who may see the page at an address: whoever signs in next at the same one,
 * with another role, gets a router of their own, or they would be shown the page of whoever was there before.
 */
export function routerFor({ role, mode }: Pick<Account, 'role' | 'mode'>): typeof firstRouter {
  const name = `${role} ${mode}`;
  if (judgedFor !== undefined && judgedFor !== name) current = create(current.history);
  judgedFor = name;
  return current;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof firstRouter;
  }
}

type Routed = keyof typeof firstRouter.routesByPath;
/**
 * The compiler names here a page that only one of them has: the router, or the API, which serves the others as a 404.
 */
({}) satisfies Record<Exclude<Routed, WorkspacePage> | Exclude<WorkspacePage, Routed>, never>;
