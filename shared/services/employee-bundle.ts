import { cipcDirector } from './cipc-director.js';
import { consumerTrace } from './consumer-trace.js';
import { saidVerification } from './said-verification.js';
import { bundle, IDENTITY_NUMBER } from './service.js';

export const employeeBundle = bundle({
  code: 'employee_bundle',
  label: 'Employee Bundle',
  description:
    'Checks one identity number with the population register, consumer records and the company registry. Use it before hiring: it confirms the identity, and shows where the person lives and has worked, and which companies the person directs.',
  input: IDENTITY_NUMBER,
  parts: [saidVerification, consumerTrace, cipcDirector],
});
