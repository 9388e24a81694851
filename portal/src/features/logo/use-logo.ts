import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../lib/api/failure.js';
import { send } from '../../lib/api/request.js';
import { wholeFile } from '../../lib/api/save-file.js';

/** The logo at this path of the API, as a data URL; null if there is none. */
export function useLogo(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => loadLogo(path, signal),
    // A report without its logo is better than a late one.
    retry: false,
    // A change made here invalidates it; others see the new one when they return.
    staleTime: 10 * 60_000,
  });
}

async function loadLogo(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await send(path, { Accept: 'image/png, image/jpeg, application/json' }, { signal });
    return await toAddress(await wholeFile(response, 'image/'));
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return null;
    throw error;
  }
}

/** A data URL, which unlike the URL of a blob does not have to be released. */
function toAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
