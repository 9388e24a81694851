import { type Act, mayDo } from '../../../../shared/domain/access.js';
import { useAccount } from './session.js';

/** Returns whether the user may do something, by the API's own table: what would be refused is not offered. */
export function useMay(): (act: Act) => boolean {
  const { role, mode } = useAccount();
  return (act) => mayDo(role, act, mode);
}
