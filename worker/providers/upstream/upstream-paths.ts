/** The upstream routes, relative to PROVIDER_URL. A path is also the name of its circuit. */
export const UPSTREAM_PATHS = [
  '/verify',
  '/refugee-verification',
  '/aml-screening',
  '/consumer-trace-lite',
  '/address-lookup',
  '/property-search',
  '/cipc',
  '/vehicle-check',
] as const;
export type UpstreamPath = (typeof UPSTREAM_PATHS)[number];
