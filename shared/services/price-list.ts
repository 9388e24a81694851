import type { ServiceCode } from './index.js';

/**
 * The price of each service in credits in this release. A verification stores the amount it was accepted at, so a new
 * list never affects what is already reserved (contract 4.5).
 */
export const PRICE_LIST: {
  readonly release: string;
  readonly credits: Readonly<Record<ServiceCode, number>>;
} = {
  release: '2026-09',
  credits: {
    identity_check: 12,
    said_verification: 5,
    refugee_verification: 8,
    employee_bundle: 20,
    kyc_bundle: 15,
    address_lookup: 6,
    consumer_trace: 7,
    phone_trace: 6,
    property_search: 9,
    marital_status: 6,
    alive_status: 4,
    aml_screening: 10,
    cipc_company: 7,
    cipc_director: 7,
    vehicle_check: 9,
  },
};
