import { CHECK_CODES, type CheckCode } from '../../../../shared/services/index.js';
import type { UpstreamPath } from '../upstream-paths.js';
import { addressLookup } from './address-lookup.js';
import { amlScreening } from './aml-screening.js';
import { cipcCompany, cipcDirector } from './cipc.js';
import { consumerTraceLite } from './consumer-trace-lite.js';
import { propertySearch } from './property-search.js';
import { refugeeVerification } from './refugee-verification.js';
import type { Route } from './route.js';
import { vehicleCheck } from './vehicle-check.js';
import { VERIFY_ROUTES } from './verify.js';

export { DEFAULT_REPORT_TYPES, type ReportTypes, type Route } from './route.js';

/** The fixed upstream mapping (architecture 5); the compiler sees to it that none is missing. */
const ROUTES: Record<CheckCode, Route> = {
  ...VERIFY_ROUTES,
  refugee_verification: refugeeVerification,
  address_lookup: addressLookup,
  consumer_trace: consumerTraceLite,
  property_search: propertySearch,
  aml_screening: amlScreening,
  cipc_company: cipcCompany,
  cipc_director: cipcDirector,
  vehicle_check: vehicleCheck,
};

/** The upstream route of a check. */
export function routeOf(code: CheckCode): Route {
  return ROUTES[code];
}

/** The checks that are called on an upstream route. */
export function checksOf(path: UpstreamPath): CheckCode[] {
  return CHECK_CODES.filter((code) => ROUTES[code].path === path);
}
