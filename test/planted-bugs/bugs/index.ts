import type { PlantedBug } from '../planted-bug.js';
import { accessBugs } from './access.js';
import { creditBugs } from './credits.js';
import { exposureBugs } from './exposure.js';
import { onceBugs } from './once.js';
import { providerBugs } from './provider.js';
import { tenancyBugs } from './tenancy.js';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...providerBugs,
  ...onceBugs,
  ...creditBugs,
  ...accessBugs,
  ...tenancyBugs,
  ...exposureBugs,
];
