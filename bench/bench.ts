import type { Figures } from './report/figures.js';
import type { World } from './world/world.js';

/** What a section works with. */
export interface Bench {
  world: World;
  figures: Figures;
  /** How often everything is measured, alternating, so that drift of the machine affects all alike. */
  rounds: number;
  /** Length of one measurement. */
  seconds: number;
  /** Fewer, shorter and smaller measurements: to see that everything works, not for figures. */
  quick: boolean;
  /** Written to the results unchanged. */
  notes: string[];
}

export type Section = (bench: Bench) => Promise<void>;
