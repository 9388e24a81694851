import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyCluster } from '../embedded/copy-cluster.js';
import { postgresUser } from '../embedded/system-user.js';
import type { Backups } from './backups.js';

/** A copy of the data folder and an archive of copied files, as described in the runbook under "Backup". */
export function copiedFiles(folder: string): Backups {
  const [primary, restored] = [join(folder, 'primary'), join(folder, 'restored')];
  const archive = join(folder, 'archive');
  mkdirSync(archive, { mode: 0o700 });
  const user = postgresUser(primary);
  if (user) chownSync(archive, user.uid, user.gid);
  return {
    archiveCommand: `cp "%p" "${archive}/%f"`,
    begin: async () => undefined,
    backUp: ({ url }) =>
      copyCluster({
        url,
        from: primary,
        to: restored,
        files: {
          'recovery.signal': '',
          'postgresql.auto.conf': [
            `restore_command = 'cp "${archive}/%f" "%p"'`,
            `recovery_target_action = 'promote'\n`,
          ].join('\n'),
        },
      }),
    // The copy was prepared when it was made.
    layOut: async () => undefined,
  };
}
