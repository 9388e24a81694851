import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';

const RETRIES = 2;

/** Reads are tried again only when that can help: the service away or failing, never a refusal. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
      // A write that was lost may have been done: a person decides whether to send it again.
      mutations: { retry: false },
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.httpStatus === 0 || error.httpStatus >= 500);
}
