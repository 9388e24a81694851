import { checkOf } from '../../shared/services/index.js';
import { Circuit, type CircuitSnapshot } from './circuit.js';
import type { Provider, ProviderRoute } from './provider.js';

/** A route of a provider with the state of its circuit. */
export interface RouteCircuit extends ProviderRoute {
  readonly provider: Provider['name'];
  readonly circuit: CircuitSnapshot;
}

const NO_CIRCUIT: ReturnType<Circuits['of']> = {
  admit: () => ({ go: true, epoch: 0 }),
  record: () => undefined,
  release: () => undefined,
};

/** The circuits of this process: one per provider and route, because a route fails as a unit. */
export class Circuits {
  private readonly circuits: readonly {
    readonly provider: Provider['name'];
    readonly route: ProviderRoute;
    readonly circuit: Circuit;
  }[];

  /** `now` is a clock in milliseconds. */
  constructor(providers: readonly Pick<Provider, 'name' | 'routes'>[], now: () => number) {
    this.circuits = providers.flatMap(({ name, routes }) =>
      routes.map(({ path, checks }) => ({
        provider: name,
        // A check that several providers could answer is called at the one that its service names.
        route: { path, checks: checks.filter((code) => checkOf(code).provider === name) },
        circuit: new Circuit(now),
      })),
    );
  }

  /**
   * Returns the circuit of a route. The simulator has none, so that what one client tries in test mode holds up nobody.
   */
  of({ name }: Pick<Provider, 'name'>, path: string): Pick<Circuit, 'admit' | 'record' | 'release'> {
    if (name === 'simulator') return NO_CIRCUIT;
    const found = this.circuits.find(({ provider, route }) => provider === name && route.path === path);
    if (found === undefined) throw new Error(`Bug: no circuit for ${path} of ${name}`);
    return found.circuit;
  }

  /** The state of every route. */
  snapshot(): RouteCircuit[] {
    return this.circuits.map(({ provider, route, circuit }) => ({
      provider,
      ...route,
      circuit: circuit.snapshot(),
    }));
  }
}
