import { once } from 'node:events';
import { createServer } from 'node:net';

async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const probe = createServer().listen({ port, host });
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** Whether a TCP port is free both on all addresses and on loopback: another process may hold only the latter. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, undefined)) && (await canListen(port, '127.0.0.1'));
}
