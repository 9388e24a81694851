import { readFileSync } from 'node:fs';
import { KUBERNETES, readFigure } from './read-files.mjs';

/** One for the ledger check, which one worker runs at a time, and two for the migrations. */
const BESIDE_THE_POOLS = 1 + 2;

/** The maximum number of pods of a Deployment during a roll-out. */
function mostPods(manifests, name) {
  const scalers = manifests.filter(({ spec }) => spec?.scaleTargetRef?.name === name);
  const [{ spec }] = manifests.filter(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
  );
  const [most] = scalers.map((scaler) => scaler.spec.maxReplicas ?? scaler.spec.maxReplicaCount);
  return most + spec.strategy.rollingUpdate.maxSurge;
}

/** Checks the README's statement of how many PostgreSQL connections all this opens at most. */
export function checkConnections(manifests) {
  const needed =
    mostPods(manifests, 'api') * readFigure('api/open-servers.ts', 'POOL_SIZE') +
    mostPods(manifests, 'worker') *
      (readFigure('worker/open-databases.ts', 'POOL_SIZE') +
        readFigure('worker/open-databases.ts', 'WEBHOOK_POOL_SIZE') +
        readFigure('worker/open-databases.ts', 'BATCH_POOL_SIZE') +
        readFigure('worker/open-databases.ts', 'MAIL_POOL_SIZE')) +
    BESIDE_THE_POOLS;
  const [, said] =
    /Connections of PostgreSQL at most[^=]*= (\d+)/.exec(readFileSync(`${KUBERNETES}/README.md`, 'utf8')) ??
    [];
  return Number(said) === needed
    ? []
    : [`the README says ${said} connections of PostgreSQL, it is ${needed}`];
}
