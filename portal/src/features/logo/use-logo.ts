import { useQuery } from '@tanstack/react-query';
import { loadPicture } from '../../lib/api/load-picture.js';

/** The logo at this path of the API, as a data URL; null if there is none. */
export function useLogo(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => loadPicture(path, signal),
    // A report without its logo is better than a late one.
    retry: false,
    // A change made here invalidates it; others see the new one when they return.
    staleTime: 10 * 60_000,
  });
}
