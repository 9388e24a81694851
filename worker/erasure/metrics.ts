import { Counter, type Registry } from 'prom-client';
import { type CountErased, createErasureCounter } from '../../shared/ops/erasure-counter.js';

/** Why a pass erased nothing by retention: the clocks differ, or too much of one client fell due at once. */
const STOPS = ['clocks', 'too_many'] as const;

/** What the eraser counts. */
export interface ErasureMetrics {
  countErased: CountErased;
  countStop(why: (typeof STOPS)[number]): void;
}

/** Registers the eraser's metrics. */
export function createErasureMetrics(registry: Registry): ErasureMetrics {
  const stops = new Counter({
    name: 'erasure_stops_total',
    help: 'Passes in which the eraser left alone what retention says is due: the clocks differ, or it was too much',
    labelNames: ['why'],
    registers: [registry],
  });
  for (const why of STOPS) stops.inc({ why }, 0);
  return { countErased: createErasureCounter(registry), countStop: (why) => stops.inc({ why }) };
}
