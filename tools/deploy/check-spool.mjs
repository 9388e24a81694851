import { readFileSync } from 'node:fs';

/**
 * Finds a SPOOL_DIR that goes with its container: paid answers that PostgreSQL could not take would be lost. `mounts` are
 * the paths where volumes are mounted that outlive it.
 */
export function checkSpool({ SPOOL_DIR }, mounts) {
  if (mounts.some((mount) => SPOOL_DIR === mount || SPOOL_DIR?.startsWith(`${mount}/`))) return [];
  return [`SPOOL_DIR is ${SPOOL_DIR}, where no volume is mounted that outlives the container`];
}

/** A new volume takes owner and mode from the folder of the image over which it is mounted. */
export function checkSpoolOfImage({ SPOOL_DIR }) {
  return readFileSync('Dockerfile', 'utf8').includes(
    `RUN mkdir ${SPOOL_DIR} && chown node:node ${SPOOL_DIR} `,
  )
    ? []
    : [`the Dockerfile makes no folder ${SPOOL_DIR} that belongs to the user of the process`];
}
