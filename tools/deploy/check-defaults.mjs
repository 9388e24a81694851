import { readFileSync } from 'node:fs';
import { configOf, STAND_INS } from './check-settings.mjs';
import { readYaml } from './read-files.mjs';

const FILE = 'docker-compose.yml';

/** `${NAME:-value}`, for each variable that has a value there. */
function defaultsIn({ environment }) {
  return Object.values(environment).flatMap((value) => {
    const [, name, unless] = /^\$\{(\w+):-(.+)\}$/.exec(String(value)) ?? [];
    return name === undefined ? [] : [[name, unless]];
  });
}

/** What a process makes of its settings; JSON has no words for keys, which differ. Undefined if it refuses them. */
function effectOf(process, settings) {
  return JSON.stringify(configOf(process, { ...STAND_INS, NODE_ENV: 'production', ...settings }));
}

/** Whether the program itself has this default. One that it refuses is reported with the rest of the file. */
function isDefault(process, name, unless) {
  return [undefined, effectOf(process, {})].includes(effectOf(process, { [name]: unless }));
}

/** The lines of the README's table that name the variable. */
function rowsOf(readme, name) {
  return readme.split('\n').filter((line) => line.startsWith('| `') && line.includes(`\`${name}\``));
}

/** A default is stated three times: by the program, in the compose file, and in the README. */
export function checkDefaults() {
  const [{ services }] = readYaml(FILE);
  const readme = readFileSync('README.md', 'utf8');
  return ['api', 'worker'].flatMap((process) =>
    defaultsIn(services[process]).flatMap(([name, unless]) => [
      ...(isDefault(process, name, unless)
        ? []
        : [`${FILE}: ${process} has ${name} as ${unless} by default, where the program itself has another`]),
      ...(name === 'NODE_ENV' || rowsOf(readme, name).some((row) => new RegExp(`\\b${unless}\\b`).test(row))
        ? []
        : [`README.md does not say that ${name} is ${unless} by default`]),
    ]),
  );
}
