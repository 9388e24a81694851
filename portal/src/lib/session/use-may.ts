import { type Act, mayDo } from '../../../../shared/domain/access.js';
import { useAccount } from './session.js';

/** Says what the person may do, by the table that the API goes by: what would be refused is not offered. */
export function useMay(): (act: Act) => boolean {
  const { role, mode } = useAccount();
  return (act) => mayDo(role, act, mode);
}
