import { cipcDirector } from './cipc-director.js';
import { consumerTrace } from './consumer-trace.js';
import { saidVerification } from './said-verification.js';
import { bundle, IDENTITY_NUMBER } from './service.js';

export const employeeBundle = bundle({
  code: 'employee_bundle',
  label: 'Employee Bundle',
  description:
    'Asks the population register, consumer records and the company registry about one identity number. Use it before an appointment: it confirms the identity, shows where the person lives and worked, and which companies the person directs.',
  input: IDENTITY_NUMBER,
  parts: [saidVerification, consumerTrace, cipcDirector],
});
