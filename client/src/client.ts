import { randomUUID } from 'node:crypto';
import type { CallOptions, ClientOptions } from './connection.js';
import type { Deadline } from './deadline.js';
import { VerificationClientError } from './errors.js';
import { type EventsOptions, readEvents, readList, searchList } from './lists.js';
import { type Answer, type Call, Transport } from './transport.js';
import type {
  HistoryEntry,
  HistoryQuery,
  HistorySearch,
  Me,
  PreparedRequest,
  Report,
  ServiceInFull,
  Services,
  Submission,
  VerificationEvent,
  VerificationRequest,
  Wallet,
  WalletEntriesQuery,
  WalletEntry,
} from './types.js';
import { reportCall, waitSecondsWithin, waitUntilSettled } from './wait.js';
import { Webhooks } from './webhooks.js';

/**
 * Gives a request its idempotency key, unless it has one. Store the result before you send it: sent again after a
 * crash, it is the same request, and paid for once.
 */
export function prepareRequest(request: VerificationRequest): PreparedRequest {
  return { ...request, idempotency_key: request.idempotency_key ?? randomUUID() };
}

/** The verification service, on behalf of one client. */
export class VerificationClient {
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  /** Throws TypeError if the options cannot be right. */
  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
    this.webhooks = new Webhooks(this.#transport);
  }

  /**
   * Submits a request and waits until it is settled or time runs out; its status is then `pending`, and `wait`
   * continues. A key is generated unless the request has one, and used for every retry of the request; it is in the
   * result, and in every error. Nothing is called or charged twice.
   */
  verify(request: VerificationRequest, options: CallOptions = {}): Promise<Submission> {
    const prepared = prepareRequest(request);
    return this.#submitting(prepared, options, async (deadline) => {
      const submission = await this.#submit(prepared, waitSecondsWithin(deadline), deadline);
      if (submission.status !== 'pending') return submission;
      return waitUntilSettled(this.#transport, submission.request_id, deadline, submission);
    });
  }

  /**
   * Submits a request like `verify`, and returns what is known after `waitSeconds`, 0 to 30: with 0, the default, it
   * only makes sure that the request is accepted.
   */
  create(
    request: VerificationRequest,
    { waitSeconds = 0, ...options }: CallOptions & { waitSeconds?: number } = {},
  ): Promise<Submission> {
    const prepared = prepareRequest(request);
    return this.#submitting(prepared, options, (deadline) => this.#submit(prepared, waitSeconds, deadline));
  }

  /** Reads a report in its present state. */
  get(requestId: string, options?: CallOptions): Promise<Report> {
    return this.#transport.json(reportCall(requestId), options);
  }

  /** Waits until a verification is settled or time runs out; its status is then still `pending`. */
  wait(requestId: string, options: CallOptions = {}): Promise<Report> {
    return this.#transport.within(options, (deadline) =>
      waitUntilSettled(this.#transport, requestId, deadline),
    );
  }

  /** The report as a PDF document. */
  reportPdf(requestId: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call = reportCall(requestId);
    return this.#bytes({ ...call, path: `${call.path}/report.pdf`, accept: 'application/pdf' }, options);
  }

  /** The photograph of an identity check, a JPEG. Throws ApiError `not_found` if there is none. */
  photo(requestId: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call = reportCall(requestId);
    return this.#bytes({ ...call, path: `${call.path}/photo`, accept: 'image/*' }, options);
  }

  /** The history, newest first; pages are read as needed. */
  history(
    query: HistoryQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<HistoryEntry, void, undefined> {
    return readList(this.#transport, '/api/v1/verifications', query, options);
  }

  /**
   * The matching part of the history, newest first: by subject, either complete or by the last four characters shown in
   * lists, without putting it into an address.
   */
  search(search: HistorySearch, options: CallOptions = {}): AsyncGenerator<HistoryEntry, void, undefined> {
    return searchList(this.#transport, '/api/v1/verifications/search', search, options);
  }

  wallet(options?: CallOptions): Promise<Wallet> {
    return this.#read('/api/v1/wallet', options);
  }

  /** The ledger, newest first; pages are read as needed. */
  walletEntries(
    query: WalletEntriesQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<WalletEntry, void, undefined> {
    return readList(this.#transport, '/api/v1/wallet/entries', query, options);
  }

  /** The services with their prices and current health. */
  services(options?: CallOptions): Promise<Services> {
    return this.#read('/api/v1/services', options);
  }

  /** Everything about one service: what it returns, an example, and how long it takes. */
  service(serviceCode: string, options?: CallOptions): Promise<ServiceInFull> {
    return this.#read(`/api/v1/services/${encodeURIComponent(serviceCode)}`, options);
  }

  /** The feed of events, oldest first and without gaps. Store the `cursor` of the last event you have handled. */
  events(options: EventsOptions = {}): AsyncGenerator<VerificationEvent, void, undefined> {
    return readEvents(this.#transport, options);
  }

  /** The user of the token, or the API key. */
  me(options?: CallOptions): Promise<Me> {
    return this.#read('/api/v1/me', options);
  }

  #read<T>(path: string, options?: CallOptions): Promise<T> {
    return this.#transport.json({ method: 'GET', path, repeatable: true }, options);
  }

  async #bytes(call: Call, options: CallOptions): Promise<Uint8Array> {
    return (await this.#transport.within(options, (deadline) => this.#transport.send(call, deadline))).bytes;
  }

  async #submit(prepared: PreparedRequest, waitSeconds: number, deadline: Deadline): Promise<Submission> {
    const call: Call = {
      method: 'POST',
      path: '/api/v1/verifications',
      body: prepared,
      waitSeconds,
      // Safe to repeat because of its key.
      repeatable: true,
      isResult: isProviderUnavailable,
    };
    const { json } = await this.#transport.send(call, deadline);
    return { ...(json as Submission), idempotency_key: prepared.idempotency_key };
  }

  /** Adds the key to any error, so that the request can be sent again. */
  async #submitting<T>(
    { idempotency_key }: PreparedRequest,
    options: CallOptions,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#transport.within(options, work);
    } catch (error) {
      if (error instanceof VerificationClientError) error.idempotencyKey = idempotency_key;
      throw error;
    }
  }
}

/** A 503 that is a result: the request exists and is under review, so sending it again would be no use. */
function isProviderUnavailable({ httpStatus, json }: Answer): boolean {
  return httpStatus === 503 && (json as { status?: unknown } | undefined)?.status === 'provider_unavailable';
}
