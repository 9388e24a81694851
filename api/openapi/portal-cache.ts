/** The number by which the specification's changelog tells builds of the portal apart (`v=51`): counted up with each. */
export const PORTAL_CACHE_VERSION = 51;
