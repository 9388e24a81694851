import { Gauge, type Registry } from 'prom-client';
import type { DurabilityKeeper } from '../durability/durability-keeper.js';

/** Adds what an answer of this process waits for, and whether PostgreSQL keeps that promise (contract 15). */
export function watchDurability(registry: Registry, durability: DurabilityKeeper): void {
  new Gauge({
    name: 'durability_info',
    help: 'What a commit must reach before it is acknowledged: the disk of one server, or a synchronous standby too',
    labelNames: ['durability'],
    registers: [registry],
  }).set({ durability: durability.demand.durability }, 1);
  new Gauge({
    name: 'durability_held',
    help: 'Whether PostgreSQL keeps what it acknowledges; while it does not, nothing is accepted or called',
    registers: [registry],
    collect() {
      this.remove();
      if (durability.state !== 'unread') this.set(durability.state === 'not_held' ? 0 : 1);
    },
  });
}
