import { readFileSync } from 'node:fs';
import { variablesOf } from './check-settings.mjs';
import { KUBERNETES, readYaml } from './read-files.mjs';

/** What docker-compose.yml decides itself: its own servers, the network between them, its ports and volumes. */
const DECIDED_BY_COMPOSE = new Set([
  'ALLOW_PLAINTEXT',
  'DATABASE_CA_FILE',
  'DATABASE_URL',
  'DURABILITY',
  'HOST',
  'METRICS_PORT',
  'MIGRATION_DATABASE_URL',
  'PORT',
  'REDIS_CA_FILE',
  'REDIS_URL',
  'RESTORED_DATABASE_URL',
  'SPOOL_DIR',
]);
/** A pod listens on its own address. */
const NOT_IN_KUBERNETES = new Set(['HOST']);

const PROCESSES = ['migrate', 'api', 'worker', 'sandbox'];

/** Whatever an operator may want to set has to reach the container: `NAME: ${NAME:-default}`, or `:?` if there is none. */
function checkCompose() {
  const [{ services }] = readYaml('docker-compose.yml');
  const unset = (process) =>
    variablesOf(process)
      .filter((name) => !DECIDED_BY_COMPOSE.has(name) && !(process === 'sandbox' && name === 'NODE_ENV'))
      .filter((name) => !String(services[process].environment[name]).startsWith(`\${${name}:`));
  return PROCESSES.flatMap((process) =>
    unset(process).map((name) => `docker-compose.yml: ${process} cannot be given ${name}`),
  );
}

/** Each is a key of the ConfigMaps or Secrets, or a line to add; docs/tracing.md has those of OpenTelemetry. */
function checkDescribed() {
  const texts = {
    [KUBERNETES]: ['config.yaml', 'secrets.example.yaml'].map((file) => `${KUBERNETES}/${file}`),
    'README.md': ['README.md'],
  };
  const processes = PROCESSES.filter((process) => process !== 'sandbox');
  const names = [...new Set(processes.flatMap(variablesOf))];
  return Object.entries(texts).flatMap(([place, files]) => {
    const text = [...files, 'docs/tracing.md'].map((file) => readFileSync(file, 'utf8')).join('\n');
    return names
      .filter((name) => place !== KUBERNETES || !NOT_IN_KUBERNETES.has(name))
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${place} nowhere names ${name}`);
  });
}

/** An exception for what nobody reads any more would hide the next variable of that name. */
function checkExceptions() {
  const all = new Set([...PROCESSES, 'verify-restore'].flatMap(variablesOf));
  return [...DECIDED_BY_COMPOSE, ...NOT_IN_KUBERNETES]
    .filter((name) => !all.has(name))
    .map((name) => `tools/deploy/check-variables.mjs: no process reads ${name} any more`);
}

/** Compares the variables that the processes read with those that each way of running them can set. */
export function checkVariables() {
  return [...checkCompose(), ...checkDescribed(), ...checkExceptions()];
}
