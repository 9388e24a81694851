import { readSource } from '../source.js';
import { sectionOf } from './written.js';

/** The table of subjects that lead to every outcome. */
export function testSubjectsTable(): string {
  const section = sectionOf(readSource('docs/sandbox.md'), 'Subjects');
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
}
