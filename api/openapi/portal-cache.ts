/**
 * The number by which the specification's changelog identifies builds of the portal (`v=51`), incremented with each.
 */
export const PORTAL_CACHE_VERSION = 51;
