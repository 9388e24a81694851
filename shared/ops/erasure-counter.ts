import { Counter, type Registry } from 'prom-client';

const REASONS = ['requested', 'expired'] as const;
export type CountErased = (why: (typeof REASONS)[number], count: number) => void;

/**
 * Registers how many verifications a process has erased: workers count those that are due, the API those erased at
 * once.
 */
export function createErasureCounter(registry: Registry): CountErased {
  const erased = new Counter({
    name: 'erased_verifications_total',
    help: 'Verifications whose personal data this process erased, on request or because their retention had expired',
    labelNames: ['why'],
    registers: [registry],
  });
  for (const why of REASONS) erased.inc({ why }, 0);
  return (why, count) => erased.inc({ why }, count);
}
