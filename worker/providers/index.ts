import { modeOf } from '../../shared/domain/mode.js';
import { type CheckCode, checkOf, type ProviderName } from '../../shared/services/index.js';
import type { Provider } from './provider.js';

/** The providers of one worker by name; the compiler ensures that none is missing. */
export class Providers {
  constructor(
    private readonly byName: { readonly [Name in ProviderName]: Provider<Name> },
    private readonly simulator: Provider<'simulator'>,
  ) {}

  /** Returns the provider of a check: the one its service names, but always the simulator in test mode. */
  of(check: { client_id: string; service_code: CheckCode }): Provider {
    if (modeOf(check.client_id) === 'test') return this.simulator;
    return this.byName[checkOf(check.service_code).provider];
  }

  /** The providers that can fail: the simulator has no circuit, no health and no place in their metrics. */
  get real(): readonly Provider[] {
    return Object.values(this.byName);
  }
}
