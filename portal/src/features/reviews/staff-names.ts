import type { WireReviewDetail, WireStaffMember } from '../../../../shared/wire/review.js';
import { nameOf, namesOfSeveral } from '../../lib/namesakes.js';
import { useAccount } from '../../lib/session/session.js';

/** The names that several of these colleagues have, the viewer among them. */
export function useStaffNamesakes(colleagues: readonly (WireStaffMember | null)[]): ReadonlySet<string> {
  const { user_id, name = null } = useAccount();
  const known = colleagues.filter((colleague) => colleague !== null);
  return namesOfSeveral([[user_id, name], ...known.map((one) => [one.user_id, one.name] as const)]);
}

/** What a colleague is called. */
export type StaffName = (colleague: WireStaffMember) => string;

/** What those are called who appear on the page of a case: with the address where a name leaves open who is meant. */
export function useNamesOnCase({ review, notes, write_off_proposal }: WireReviewDetail): StaffName {
  const namesakes = useStaffNamesakes([
    review.taken_by,
    write_off_proposal?.proposed_by ?? null,
    write_off_proposal?.decided_by ?? null,
    ...notes.map(({ author }) => author),
  ]);
  return (colleague) => nameOf(colleague, namesakes);
}
