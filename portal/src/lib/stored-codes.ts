import { useCallback, useState } from 'react';
import { findService, type ServiceCode } from '../../../shared/services/index.js';

/**
 * Service codes this browser remembers between visits, such as favourites. Nothing else is ever stored under these
 * names: subjects stay in the memory of the tab.
 */
export function readCodes(name: string): ServiceCode[] {
  const stored = (localStorage.getItem(name) ?? '').split(' ');
  return stored.flatMap((code) => findService(code)?.code ?? []);
}

export function writeCodes(name: string, codes: readonly ServiceCode[]): void {
  localStorage.setItem(name, codes.join(' '));
}

/** Stored codes as a component state. */
export function useStoredCodes(name: string): [ServiceCode[], (codes: ServiceCode[]) => void] {
  const [codes, setCodes] = useState(() => readCodes(name));
  const store = useCallback(
    (next: ServiceCode[]) => {
      writeCodes(name, next);
      setCodes(next);
    },
    [name],
  );
  return [codes, store];
}
