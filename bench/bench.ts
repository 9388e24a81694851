import type { Figures } from './report/figures.js';
import type { World } from './world/world.js';

/** What a section works with. */
export interface Bench {
  world: World;
  figures: Figures;
  /** Times that everything is measured, in turn, so that a drift of the machine touches all alike. */
  rounds: number;
  /** Length of one measurement. */
  seconds: number;
  /** Fewer, shorter and smaller: to see that everything works, not for figures. */
  quick: boolean;
  /** Written to the results as they are. */
  notes: string[];
}

export type Section = (bench: Bench) => Promise<void>;
