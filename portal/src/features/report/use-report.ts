import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WireReport } from '../../../../shared/wire/report.js';
import { type RequestOptions, readBody, send } from '../../lib/api/request.js';
import { WALLET_KEY } from '../../lib/api/use-wallet.js';

// Below the API's cap of 30 s, and below what proxies usually allow an answer to take.
const WAIT_SECONDS = 20;
const POLL_MS = 5_000;
/** After an answer for which the service waited. */
const ASK_ON_MS = 100;

/** Pending reports that were answered at once although they were asked to wait, by id. */
const UNWAITED = new Set<string>();
/** The entity tag of each report that is loaded, by id. */
const TAGS = new Map<string, string>();

/** Asks for changes only: a report left open for an hour was opened once, and its access log says so. */
async function readReport(
  requestId: string,
  known: WireReport | undefined,
  { headers, ...options }: RequestOptions,
): Promise<WireReport> {
  const tag = known === undefined ? undefined : TAGS.get(requestId);
  const response = await send(
    `/verifications/${encodeURIComponent(requestId)}`,
    { Accept: 'application/json', ...(tag !== undefined && { 'If-None-Match': tag }) },
    { ...options, ...(headers !== undefined && { headers }) },
  );
  if (headers?.Prefer === undefined || hasWaited(response)) UNWAITED.delete(requestId);
  else UNWAITED.add(requestId);
  if (response.status === 304 && known !== undefined) return known;
  const current = response.headers.get('etag');
  if (current !== null) TAGS.set(requestId, current);
  return readBody(response);
}

/** Whether the service waited: it does not if too many requests of the client wait, or something on the way forbids it. */
function hasWaited({ headers }: Response): boolean {
  return /^wait=[1-9]/.test(headers.get('Preference-Applied') ?? '');
}

/** A report that stays current: the API delays its answer until a pending request is settled. */
export function useReport(requestId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['/verifications', requestId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queryClient.getQueryData<WireReport>(queryKey);
      return readReport(requestId, known, {
        signal,
        ...(known?.status === 'pending' && { headers: { Prefer: `wait=${WAIT_SECONDS}` } }),
      });
    },
    refetchInterval: ({ state }) => {
      if (state.data === undefined || state.data.status === 'completed') return false;
      const waits = state.data.status === 'pending' && !UNWAITED.has(requestId);
      // What refuses at once would be asked ten times a second.
      return waits && state.error === null ? ASK_ON_MS : POLL_MS;
    },
  });
  const status = query.data?.status;
  useEffect(() => {
    // A settled request has moved credits.
    if (status !== undefined) void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
  }, [status, queryClient]);
  return query;
}
