import { useQueryClient } from '@tanstack/react-query';

/** Loads again all of the page that could not be loaded: when the service was away, that is mostly not one part alone. */
export function useRetry(): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
