import { Gauge, type Registry } from 'prom-client';
import type { Keyring } from '../crypto/keyring.js';

/** Adds under which key this process seals: an earlier one may go only once no process names it any more. */
export function watchSealingKey(registry: Registry, { current }: Keyring): void {
  new Gauge({
    name: 'encryption_key_info',
    help: 'The id of the key under which this process seals, the first of its ENCRYPTION_KEYS',
    labelNames: ['key_id'],
    registers: [registry],
  }).set({ key_id: current.id }, 1);
}
