import type { CheckInput } from '../../types.js';
import { normalisePhoneTrace } from './phone-trace.js';
import { normaliseRegister, type RegisterCheck } from './population-register.js';
import type { ReportTypes, Route } from './route.js';

/** A population register check of /verify. The report type selects what the provider answers (architecture 5). */
function registerRoute(check: RegisterCheck, reportType: (reportTypes: ReportTypes) => string): Route {
  return {
    path: '/verify',
    body: ({ subject }, reportTypes) => ({ reportType: reportType(reportTypes), idNumber: subject }),
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
    body: ({ subject }: CheckInput) => ({ reportType: 'contact_enquiry', contactNumber: subject }),
    normalise: normalisePhoneTrace,
  },
} as const satisfies Record<RegisterCheck | 'phone_trace', Route>;
