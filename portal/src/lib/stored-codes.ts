import { useCallback, useState } from 'react';
import { findService, type ServiceCode } from '../../../shared/services/index.js';

/**
 * Codes of services that this browser remembers between visits, such as favourites. Nothing else is ever stored under
 * these names: what was asked about whom stays in the memory of the tab.
 */
export function readCodes(name: string): ServiceCode[] {
  const stored = (localStorage.getItem(name) ?? '').split(' ');
  return stored.flatMap((code) => findService(code)?.code ?? []);
}

export function writeCodes(name: string, codes: readonly ServiceCode[]): void {
  localStorage.setItem(name, codes.join(' '));
}

/** Remembered codes as a state of a component. */
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
