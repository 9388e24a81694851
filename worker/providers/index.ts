import { type CheckCode, checkOf, type ProviderName } from '../../shared/services/index.js';
import type { Provider } from './provider.js';

/** The providers of one worker, by their names; the compiler sees to it that none is missing. */
export class Providers {
  constructor(private readonly byName: Readonly<Record<ProviderName, Provider>>) {}

  /** Whoever answers a check: its service says so. */
  of(code: CheckCode): Provider {
    return this.byName[checkOf(code).provider];
  }

  get all(): readonly Provider[] {
    return Object.values(this.byName);
  }
}
