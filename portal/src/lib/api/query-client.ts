import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';

const RETRIES = 2;

/** Refusals because something is not as the page shows it: a colleague, or an unanswered request, was faster. */
const OUT_OF_DATE = [404, 409];

/**
 * Without a connection a request fails, and the page says so. The library would keep it instead, with its dialog
 * locked, and send it later on its own: also a check that its user has long given up, and would pay for.
 */
const NETWORK_MODE = 'always';

/**
 * Reads are retried only if that can help: when the service is unreachable or failing, never after a refusal. After a
 * write that may have been done although no answer came, the page shows what is so now.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isPassing(error) || isOutOfDate(error)) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        networkMode: NETWORK_MODE,
        refetchOnReconnect: true,
      },
      // A write without an answer may have been done: a person decides whether to send it again.
      mutations: { retry: false, networkMode: NETWORK_MODE },
    },
  });
  return client;
}

function isOutOfDate(error: unknown): boolean {
  return error instanceof ApiFailure && OUT_OF_DATE.includes(error.httpStatus);
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.httpStatus === 0 || error.httpStatus >= 500);
}
