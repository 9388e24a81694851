import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../lib/api/failure.js';
import { send } from '../../lib/api/request.js';
import { wholeFile } from '../../lib/api/save-file.js';

/** The logo at this path of the API, as the address of a picture; null where there is none. */
export function useLogo(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => loadLogo(path, signal),
    // A report goes without it rather than wait for it.
    retry: false,
    // Whoever changes it here says so, and others see it when they come back.
    staleTime: 10 * 60_000,
  });
}

async function loadLogo(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await send(path, { Accept: 'image/png, image/jpeg, application/json' }, { signal });
    return await toAddress(await wholeFile(response));
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return null;
    throw error;
  }
}

/** One that needs no giving back, as addresses of blobs would. */
function toAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
