import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The Node options with which an npm script of this project starts a compiled entry point. */
export function flagsOfScript(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, flags] = /^exec node (.*) \S+\.js$/.exec(scripts[name] ?? '') ?? [];
  if (flags === undefined) throw new Error(`Bug: ${name} is not known to start Node`);
  return flags.split(' ').filter((flag) => flag !== '');
}
