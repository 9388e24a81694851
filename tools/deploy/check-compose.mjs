import { isDeepStrictEqual } from 'node:util';
import { checkSettings, STAND_INS } from './check-settings.mjs';
import { checkSpool, checkSpoolOfImage } from './check-spool.mjs';
import { checkOrder, checkStores } from './check-stores.mjs';
import { isExactTag, programOf, readProcfile, readYaml } from './read-files.mjs';
import { checkTimeToStop } from './time-to-stop.mjs';

const FILE = 'docker-compose.yml';

/** `${NAME:-default}` and `${NAME:?reason}` as compose would substitute them, given only the required variables. */
function filledIn(text) {
  return String(text).replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_whole, name, kind, rest) =>
    kind === '-' ? rest : (STAND_INS[name] ?? 'standin'),
  );
}

function environmentOf({ environment }) {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]));
}

function checkDependencies(services, name) {
  return Object.entries(services[name].depends_on ?? {}).flatMap(([other, { condition }]) => {
    const target = services[other];
    if (target === undefined) return [`${name} waits for ${other}, which is not there`];
    const canBeHealthy = target.healthcheck !== undefined && target.healthcheck.disable !== true;
    if (condition === 'service_healthy' && !canBeHealthy) return [`${other} has no health check to wait for`];
    if (condition === 'service_completed_successfully' && target.restart !== 'no')
      return [`${other} is started again when it is done`];
    return [];
  });
}

function checkHardening(name, { read_only, tmpfs, cap_drop, security_opt, init }) {
  const hardened =
    read_only === true && init === true && isDeepStrictEqual(cap_drop, ['ALL']) && security_opt?.length === 1;
  return [
    ...(hardened ? [] : [`${name} is not hardened as the others`]),
    ...(tmpfs?.includes('/tmp') ? [] : [`${name} has no /tmp to write to`]),
  ];
}

/** A shell as the first process of a container ignores SIGTERM, unless it is replaced at once by what it starts. */
function checkShells(services) {
  return Object.entries(services)
    .filter(([, { entrypoint = [], command = [], init }]) => {
      const [shell, ...rest] = [...entrypoint, ...command];
      return /^(ba)?sh$/.test(shell) && init !== true && !/^exec /.test(rest[1]);
    })
    .map(([name]) => `${name} is a shell that ignores SIGTERM: it needs init: true`);
}

/** Another release, or another system under the same release, may sort texts differently or use another file format. */
function checkTags(services) {
  return Object.entries(services).flatMap(([name, { image, build }]) =>
    build !== undefined || isExactTag(image)
      ? []
      : [`${name} takes ${image}: name its release and system exactly`],
  );
}

/** Without limits one container can take the memory or, over time, the disk of all the others. */
function checkLimits(services) {
  return Object.entries(services).flatMap(([name, { mem_limit, logging }]) => [
    ...(mem_limit === undefined ? [`${name} has no limit of memory`] : []),
    ...(logging?.options?.['max-size'] && logging.options['max-file']
      ? []
      : [`${name} keeps its logs for ever`]),
  ]);
}

/** Seconds of `30s`. */
const secondsOf = (text) => Number(/^(\d+)s$/.exec(text ?? '')?.[1] ?? 0);

function checkPatience({ api, worker }) {
  return Object.entries({ api, worker }).flatMap(([name, service]) =>
    checkTimeToStop(name, environmentOf(service), secondsOf(service.stop_grace_period)).map(
      (fault) => `${name} ${fault}`,
    ),
  );
}

function checkSpoolOf({ services: { worker }, volumes }) {
  const lasting = (worker.volumes ?? [])
    .map((volume) => volume.split(':'))
    .filter(([name, , mode]) => name in volumes && mode !== 'ro')
    .map(([, path]) => path);
  const environment = environmentOf(worker);
  return [...checkSpool(environment, lasting), ...checkSpoolOfImage(environment)].map(
    (fault) => `worker: ${fault}`,
  );
}

function checkCommands({ migrate, api, worker, sandbox }) {
  const { worker: work, release } = readProcfile();
  const expected = [
    ['migrate', migrate.command, release],
    ['worker', worker.command, work],
    ['sandbox', sandbox.command, programOf('start:sandbox')],
  ];
  const faults = api.command === undefined ? [] : ['api has a command of its own instead of the image’s'];
  return [
    ...faults,
    ...expected.flatMap(([name, command, wanted]) =>
      isDeepStrictEqual(command, wanted) ? [] : [`${name} runs ${command}, the Procfile ${wanted}`],
    ),
  ];
}

function checkNamed({ services, volumes, configs }) {
  return Object.entries(services).flatMap(([name, service]) => [
    ...(service.volumes ?? [])
      .map((volume) => volume.split(':')[0])
      .filter((volume) => !(volume in volumes))
      .map((volume) => `${name} mounts ${volume}, which is not there`),
    ...(service.configs ?? [])
      .filter(({ source }) => !(source in configs))
      .map(({ source }) => `${name} takes ${source}, which is not there`),
  ]);
}

/** Checks docker-compose.yml as far as possible without an engine. */
export function checkCompose() {
  const [compose] = readYaml(FILE);
  const { services } = compose;
  const own = ['migrate', 'api', 'worker', 'sandbox', 'verify-restore'];
  const faults = [
    ...Object.keys(services).flatMap((name) => checkDependencies(services, name)),
    ...own.flatMap((name) => checkHardening(name, services[name])),
    ...checkCommands(services),
    ...checkPatience(services),
    ...checkSpoolOf(compose),
    ...checkStores(services),
    ...checkOrder(services),
    ...checkNamed(compose),
    ...checkShells(services),
    ...checkTags(services),
    ...checkLimits(services),
  ];
  return [
    ...faults.map((fault) => `${FILE}: ${fault}`),
    ...own.flatMap((name) =>
      checkSettings(name, environmentOf(services[name])).map((fault) => `${FILE}: ${name}: ${fault}`),
    ),
  ];
}
