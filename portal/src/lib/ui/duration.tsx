import { durationWords } from '../format.js';
import { Absent } from './absent.js';

/** How long something took, or that it is not known. */
export function Duration({ ms }: { ms: number | undefined }) {
  return ms === undefined ? <Absent /> : durationWords(ms);
}
