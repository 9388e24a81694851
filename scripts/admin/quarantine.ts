import { quarantine as quarantineOpenChecks } from '../operations/quarantine.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';

export const quarantine: Command = {
  usage: '',
  summary:
    'after the database was restored from a backup, and before workers start: holds back every check that is not settled, in review too, until the provider has said what it charges',
  flags: {},
  run: async () => {
    const checks = await withDatabase(quarantineOpenChecks);
    console.log(`Held back ${checks} checks that are not settled.`);
    return 0;
  },
};
