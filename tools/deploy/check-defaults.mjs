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

/** Keys are left out: they are made anew for each. */
function isDefault(process, name, unless) {
  const environment = { ...STAND_INS, NODE_ENV: 'production' };
  const [given, none] = [{ ...environment, [name]: unless }, environment].map((settings) =>
    JSON.stringify(configOf(process, settings)),
  );
  return given === none;
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
