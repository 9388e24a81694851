import type { components, operations } from './openapi.js';

type Schemas = components['schemas'];
type Query<Name extends keyof operations> = operations[Name] extends { parameters: { query?: infer Known } }
  ? NonNullable<Known>
  : never;

/** The content of a request; which `subject` and `parameters` are valid depends on `service_code`. */
export type VerificationRequest = Schemas['CreateVerificationRequest'];
/** A request with its key: plain data, to be stored before it is sent, and sent again after a crash. */
export type PreparedRequest = VerificationRequest & { idempotency_key: string };
export type Verification = Schemas['Verification'];
/** The request exists and is under review: the provider was called and gave no usable answer. */
export type ProviderUnavailable = Schemas['ProviderUnavailable'];
/** The result of a request. Its `status` is `completed`, `manual_review`, `provider_unavailable` or `pending`. */
export type Submission = (Verification | ProviderUnavailable) & { idempotency_key: string };
export type Report = Schemas['Report'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type HistoryQuery = Omit<Query<'listVerifications'>, 'cursor'>;
export type HistorySearch = Omit<Schemas['SearchVerificationsRequest'], 'cursor'>;
export type Wallet = Schemas['Wallet'];
export type WalletEntry = Schemas['WalletEntry'];
export type WalletEntriesQuery = Omit<Query<'listWalletEntries'>, 'cursor'>;
export type ServiceInFull = Schemas['ServiceInFull'];
export type Services = operations['listServices']['responses'][200]['content']['application/json'];
export type Me = operations['getMe']['responses'][200]['content']['application/json'];
export type VerificationEvent = Schemas['Event'];
export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['NewWebhook'];
export type WebhookRequest = operations['createWebhook']['requestBody']['content']['application/json'];
export type Delivery = Schemas['Delivery'];
export type FieldFault = Schemas['FieldFault'];

type ErrorName = Extract<keyof Schemas, `${string}Error`>;
/** The stable name of an error; `unexpected_answer` did not come from the API, but perhaps from a proxy. */
export type ErrorStatus = Schemas[ErrorName]['status'] | 'unexpected_answer';

type WithoutCursor<Event> = Event extends unknown ? Omit<Event, 'cursor'> : never;
/** The payload of a webhook; `event_id` is the same for every delivery of an event, and in the feed. */
export type WebhookEvent =
  | WithoutCursor<VerificationEvent>
  | { event_id: string; type: 'webhook.test'; timestamp: string; data: { webhook_id: string } };
