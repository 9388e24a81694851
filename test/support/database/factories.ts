export {
  buildClient,
  buildUser,
  type ClientOverrides,
  type UserOverrides,
} from '../../../harness/accounts.js';
export { type BuiltVerification, buildVerification } from './factories/verification.js';
export type { VerificationOverrides } from './factories/verification-plan.js';
