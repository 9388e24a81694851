import { addressLookup } from './address-lookup.js';
import { consumerTrace } from './consumer-trace.js';
import { saidVerification } from './said-verification.js';
import { bundle, IDENTITY_NUMBER } from './service.js';

export const kycBundle = bundle({
  code: 'kyc_bundle',
  label: 'Standard KYC Bundle',
  description:
    'Checks one identity number with the population register, address records and consumer records. Use it to know a new customer: it confirms the identity and gathers addresses, contacts and employers.',
  input: IDENTITY_NUMBER,
  parts: [saidVerification, addressLookup, consumerTrace],
});
