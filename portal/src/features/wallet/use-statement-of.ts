import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WireWallet } from '../../../../shared/wire/wallet.js';

/**
 * Loads the statement and its chart again once the wallet has changed, as API keys change it all day: the last entry
 * has to end with what is available.
 */
export function useStatementOf(wallet: WireWallet | undefined): void {
  const queryClient = useQueryClient();
  const updatedAt = wallet?.updated_at;
  const known = useRef(updatedAt);
  useEffect(() => {
    const changed = known.current !== undefined && known.current !== updatedAt;
    known.current = updatedAt;
    if (changed) void queryClient.invalidateQueries({ queryKey: ['/wallet/entries'] });
  }, [updatedAt, queryClient]);
}
