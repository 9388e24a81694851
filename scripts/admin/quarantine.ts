import { quarantine as quarantineOpenChecks } from '../operations/quarantine.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';

export const quarantine: Command = {
  usage: '',
  summary:
    'run it after the database was restored from a backup and before workers start: puts every unsettled check on hold, including those in review, until the provider has confirmed what it charges',
  flags: {},
  run: async () => {
    const checks = await withDatabase(quarantineOpenChecks);
    console.log(`Held back ${checks} unsettled checks.`);
    return 0;
  },
};
