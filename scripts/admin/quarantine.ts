import { quarantine as quarantineOpenChecks } from '../../shared/commands/quarantine.js';
import type { Command } from './command.js';
import { withDatabase } from './with-database.js';

export const quarantine: Command = {
  usage: '',
  summary:
    'after the database was restored from a backup, and before workers start: puts every open check into manual review',
  flags: {},
  run: async () => {
    const checks = await withDatabase(quarantineOpenChecks);
    console.log(`Put ${checks} open checks into manual review.`);
    return 0;
  },
};
