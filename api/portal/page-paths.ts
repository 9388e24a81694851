import { LINKED_PAGES, WORKSPACE_PAGES } from '../../shared/wire/portal-pages.js';

/**
 * The addresses of the portal's pages, in Express's notation: its own router takes over once index.html is loaded
 * (portal/src/app/router.tsx). Everything else stays a 404, so that a wrong address never looks like a page.
 */
export const PAGE_PATHS: readonly string[] = [...WORKSPACE_PAGES, ...LINKED_PAGES].map((page) =>
  page.replace(/\$/g, ':').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
