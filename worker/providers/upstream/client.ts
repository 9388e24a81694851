import { createHttpClient, type HttpClientOptions, type SendOnce } from '../kit/http-client.js';

export interface UpstreamClientOptions extends Omit<HttpClientOptions, 'headers'> {
  apiKey: string;
  /** Default `authorization`, whose value is `Bearer <key>`; any other header carries the bare key. */
  apiKeyHeader?: string;
}

/**
 * Creates a client that sends what this provider expects: its key, and the check id as reference and idempotency key
 * (architecture 5).
 */
export function createUpstreamClient({
  apiKey,
  apiKeyHeader = 'authorization',
  ...options
}: UpstreamClientOptions): SendOnce {
  const credentials = apiKeyHeader.toLowerCase() === 'authorization' ? `Bearer ${apiKey}` : apiKey;
  return createHttpClient({
    ...options,
    headers: (reference) => ({
      [apiKeyHeader]: credentials,
      'X-Client-Reference': reference,
      'Idempotency-Key': reference,
    }),
  });
}
