import type { Fault } from '../fault.js';
import { LINK_FAULTS } from './links.js';
import { CLOCK_FAULTS, OTHER_FAULTS } from './others.js';
import { POSTGRES_FAULTS } from './postgres.js';
import { PROCESS_FAULTS } from './processes.js';
import { PROVIDER_FAULTS } from './provider.js';
import { REDIS_FAULTS } from './redis.js';

/** Every kind of fault that this machine allows. */
export function allFaults(machine: { clocks: boolean; smallDisk: boolean }): Fault[] {
  const postgres = POSTGRES_FAULTS.filter(({ needs }) => needs !== 'small disk' || machine.smallDisk);
  const clocks = machine.clocks ? CLOCK_FAULTS : [];
  return [
    ...PROCESS_FAULTS,
    ...REDIS_FAULTS,
    ...postgres,
    ...LINK_FAULTS,
    ...PROVIDER_FAULTS,
    ...OTHER_FAULTS,
    ...clocks,
  ];
}
