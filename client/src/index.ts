export { prepareRequest, VerificationClient } from './client.js';
export type { CallOptions, ClientOptions } from './connection.js';
export { ApiError, ConnectionError, TimeoutError, VerificationClientError } from './errors.js';
export { checkEvidence, type EvidenceFile, type EvidenceFinding, type TrustedKeys } from './evidence.js';
export type { EventsOptions } from './lists.js';
export {
  completeSignIn,
  type SecondFactor,
  type SecondFactorRequired,
  type SignedIn,
  type SignIn,
  type SignInOptions,
  signIn,
} from './sign-in.js';
export type * from './types.js';
export {
  verifyWebhook,
  type WebhookFault,
  type WebhookMessage,
  type WebhookTolerance,
  WebhookVerificationError,
} from './webhook-signature.js';
export type { Webhooks } from './webhooks.js';
