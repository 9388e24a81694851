import { normalisePhoneTrace } from './phone-trace.js';
import { normaliseRegister, type RegisterCheck } from './population-register.js';
import type { Route } from './route.js';

/** A population register check of /verify. The report type selects what the provider answers (architecture 5). */
function registerRoute(check: RegisterCheck, reportType: NonNullable<Route['reportType']>): Route {
  return {
    path: '/verify',
    reportType,
    normalise: (answer, input) => normaliseRegister(answer, input, check),
  };
}

/** The five checks that share the upstream route /verify. */
export const VERIFY_ROUTES = {
  identity_check: registerRoute('identity_check', () => 'home_affairs_id_photo'),
  said_verification: registerRoute('said_verification', () => 'said_verification'),
  marital_status: registerRoute('marital_status', ({ maritalStatus }) => maritalStatus),
  alive_status: registerRoute('alive_status', ({ aliveStatus }) => aliveStatus),
  phone_trace: {
    path: '/verify',
    reportType: () => 'contact_enquiry',
    normalise: normalisePhoneTrace,
  },
} as const satisfies Record<RegisterCheck | 'phone_trace', Route>;
