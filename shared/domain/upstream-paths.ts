import type { CheckCode } from './services.js';

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

/** The fixed upstream mapping of the specification (section 1). */
const PATH_OF: Readonly<Record<CheckCode, UpstreamPath>> = {
  identity_check: '/verify',
  said_verification: '/verify',
  refugee_verification: '/refugee-verification',
  address_lookup: '/address-lookup',
  consumer_trace: '/consumer-trace-lite',
  phone_trace: '/verify',
  property_search: '/property-search',
  marital_status: '/verify',
  alive_status: '/verify',
  aml_screening: '/aml-screening',
  cipc_company: '/cipc',
  cipc_director: '/cipc',
  vehicle_check: '/vehicle-check',
};

/** The upstream route that a check is called on. */
export function upstreamPathOf(code: CheckCode): UpstreamPath {
  return PATH_OF[code];
}
