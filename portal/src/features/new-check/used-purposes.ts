import { useQuery } from '@tanstack/react-query';
import type { WireHistory } from '../../../../shared/wire/history.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { TabMemory } from '../../lib/session/tab-memory.js';

/** Common purposes, worded so that a report can show them. */
export const COMMON_PURPOSES = [
  'Employment screening of an applicant, with their consent',
  'Tenant screening before a lease is signed',
  'Customer onboarding under FICA',
  'Credit application of the customer',
  'Supplier vetting before a contract is awarded',
] as const;

const SHOWN = 3;
const LOOKED_AT = 25;

// A purpose may name someone, so it is kept in memory and never in the browser's storage.
const USED = new TabMemory<string[]>();
const LAST = 'last';

/** Remembers the purpose of a request, for the next form of this tab. */
export function rememberPurpose(purpose: string): void {
  const others = (USED.get(LAST) ?? []).filter((known) => known !== purpose);
  USED.set(LAST, [purpose, ...others].slice(0, SHOWN));
}

/** The purposes this person used last, in this tab or in earlier requests. */
export function useUsedPurposes(): string[] {
  const { email } = useAccount();
  const { data } = useQuery({
    queryKey: ['/verifications', 'purposes of', email],
    queryFn: ({ signal }) =>
      request<WireHistory>('/verifications/search', {
        method: 'POST',
        body: { submitted_by: email, limit: LOOKED_AT },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const before = data?.data.map(({ purpose }) => purpose) ?? [];
  return [...new Set([...(USED.get(LAST) ?? []), ...before])].slice(0, SHOWN);
}
