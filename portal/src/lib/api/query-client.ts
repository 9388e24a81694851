import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';

const RETRIES = 2;

/** Reads are retried only if that can help: when the service is unreachable or failing, never after a refusal. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
      // A write without an answer may have been done: a person decides whether to send it again.
      mutations: { retry: false },
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.httpStatus === 0 || error.httpStatus >= 500);
}
