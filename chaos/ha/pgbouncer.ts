import { withClient } from '../../harness/with-client.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import type { PatroniCluster } from './patroni-cluster.js';

/** What sessions would otherwise set themselves, from docs/scaling.md. */
const LIMITS = {
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
};

/** Starts a PgBouncer in transaction mode in front of HAProxy; returns its port. */
export async function startPgbouncer(cluster: PatroniCluster, appUrl: string): Promise<number> {
  const { programs } = cluster;
  const { username, password } = new URL(appUrl);
  await withClient(await cluster.urlOf(), async (client) => {
    for (const [name, value] of Object.entries(LIMITS))
      await client.query(`ALTER ROLE ${username} SET ${name} = '${value}'`);
  });
  const port = await freePort();
  const users = programs.write('users.txt', `"${username}" "${password}"\n`);
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${cluster.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 20',
    // Clients that were cut off reconnect at once, and none stays with a server that no longer leads.
    'server_login_retry = 1',
    'server_lifetime = 300',
    '',
  ];
  await programs.start('pgbouncer', [programs.write('pgbouncer.ini', settings.join('\n'))]);
  return port;
}
