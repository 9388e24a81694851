import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Why a port cannot be had although nobody has it, and what to do. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not listen on it: choose one from 1024 to 65535',
  EADDRNOTAVAIL: `this machine has no ${LOOPBACK}, which the servers that npm start brings listen on`,
};

/** Whether nobody listens there. Throws if that is not the reason why this process cannot. */
export async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const probe = createServer().listen({ port, host });
  try {
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return false;
    const reason = REFUSALS[code] ?? 'the operating system refuses it';
    throw new Error(`Port ${port} cannot be used: ${reason} (${code}).`);
  } finally {
    probe.close();
  }
}

/** Whether a TCP port is free both on all addresses and on loopback: another process may hold only the latter. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, undefined)) && (await canListen(port, LOOPBACK));
}
