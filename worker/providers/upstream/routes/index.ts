import type { ReportTypes } from '../../../../shared/config/report-types.js';
import { withDefaults } from '../../../../shared/domain/parameters.js';
import { CHECK_CODES, type CheckCode, type ChecksOf, serviceOf } from '../../../../shared/services/index.js';
import type { ProviderRoute } from '../../provider.js';
import type { CheckInput, ProviderRequest } from '../../types.js';
import { addressLookup } from './address-lookup.js';
import { amlScreening } from './aml-screening.js';
import { cipcCompany, cipcDirector } from './cipc.js';
import { consumerTraceLite } from './consumer-trace-lite.js';
import { propertySearch } from './property-search.js';
import { refugeeVerification } from './refugee-verification.js';
import { type Route, SUBJECT_FIELDS } from './route.js';
import { vehicleCheck } from './vehicle-check.js';
import { VERIFY_ROUTES } from './verify.js';

export { type Route, SUBJECT_FIELDS } from './route.js';

/** The fixed upstream mapping (architecture 5); the compiler ensures that none of its checks is missing. */
const MAPPING: Readonly<Record<ChecksOf<'upstream'>, Route>> = {
  ...VERIFY_ROUTES,
  refugee_verification: refugeeVerification,
  aml_screening: amlScreening,
  consumer_trace: consumerTraceLite,
  address_lookup: addressLookup,
  property_search: propertySearch,
  cipc_company: cipcCompany,
  cipc_director: cipcDirector,
  vehicle_check: vehicleCheck,
};

const ROUTES: Readonly<Partial<Record<CheckCode, Route>>> = MAPPING;

/** Returns the upstream route of a check that names this provider. Throws otherwise. */
export function routeOf(code: CheckCode): Route {
  const route = ROUTES[code];
  if (route === undefined) throw new Error(`Bug: another provider answers ${code}`);
  return route;
}

/** Builds the request of a check: what selects the report, the subject, and the parameters that its service takes. */
export function requestOf(input: CheckInput, reportTypes: ReportTypes): ProviderRequest {
  const { serviceCode, subject, inputType, parameters } = input;
  const { path, reportType } = routeOf(serviceCode);
  return {
    path,
    body: {
      ...(reportType !== undefined && { reportType: reportType(reportTypes) }),
      [SUBJECT_FIELDS[inputType]]: subject,
      ...withDefaults(serviceOf(serviceCode), parameters),
    },
  };
}

/** The upstream paths, with the checks that are called on each. */
export const UPSTREAM_ROUTES: readonly ProviderRoute[] = [
  ...new Set(Object.values(MAPPING).map(({ path }) => path)),
].map((path) => ({ path, checks: CHECK_CODES.filter((code) => ROUTES[code]?.path === path) }));
