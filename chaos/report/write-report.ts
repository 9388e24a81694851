import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Machine } from '../../harness/describe-machine.js';

/** Writes a report to chaos/results/ under its name and the time, and returns its text. */
export function writeReport(name: string, body: string, machine: Machine, notes: readonly string[]): string {
  const facts = Object.entries(machine).map(([fact, value]) => `- ${fact}: ${value}`);
  const text = [body, '', ...notes.map((note) => `- ${note}`), ...facts, ''].join('\n');
  const folder = resolve('chaos/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-${new Date().toISOString().replaceAll(':', '')}.md`), text);
  return text;
}
