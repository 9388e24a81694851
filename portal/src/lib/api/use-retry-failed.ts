import { useQueryClient } from '@tanstack/react-query';

/** Loads again whatever the page could not load: one button serves all of its parts. */
export function useRetryFailed(): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
}
