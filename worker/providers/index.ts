import { modeOf } from '../../shared/domain/mode.js';
import { type CheckCode, checkOf, type ProviderName } from '../../shared/services/index.js';
import type { Provider } from './provider.js';

/** The providers of one worker, by their names; the compiler sees to it that none is missing. */
export class Providers {
  constructor(
    private readonly byName: Readonly<Record<ProviderName, Provider>>,
    private readonly simulator: Provider,
  ) {}

  /** Whoever answers a check: its service says so, and in test mode it is the simulator, whatever the service says. */
  of(check: { client_id: string; service_code: CheckCode }): Provider {
    if (modeOf(check.client_id) === 'test') return this.simulator;
    return this.byName[checkOf(check.service_code).provider];
  }

  /** Those that can fail: the simulator has no circuit, no health and no place in their figures. */
  get real(): readonly Provider[] {
    return Object.values(this.byName);
  }
}
