import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Why a port cannot be had although nobody has it, and what to do. */
const REFUSALS: Readonly<Record<string, readonly [reason: string, remedy?: string]>> = {
  EACCES: ['this user may not listen on it', 'Set PORT to one from 1024 to 65535.'],
  EADDRNOTAVAIL: [`this machine has no ${LOOPBACK}, which the servers that npm start brings listen on`],
};

/** Why a port that nobody has cannot be had. */
class RefusedPort extends Error {
  constructor(
    port: number,
    readonly code: string,
  ) {
    const [reason, remedy] = REFUSALS[code] ?? ['the operating system refuses it'];
    super([`Port ${port} cannot be used: ${reason} (${code}).`, remedy].filter(Boolean).join(' '));
  }
}

/** Whether nobody listens there. Throws if that is not the reason why this process cannot. */
export async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const probe = createServer().listen({ port, host });
  try {
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return false;
    throw new RefusedPort(port, code);
  } finally {
    probe.close();
  }
}

/**
 * Whether a TCP port is free both on all addresses and on loopback: another process may hold only the latter. Throws if
 * nobody has it, and this process cannot either.
 */
export async function portIsFree(port: number): Promise<boolean> {
  return (await canListen(port, undefined)) && (await canListen(port, LOOPBACK));
}

/** Whether a port can be had where any will do: some may be kept from this user (EACCES), and others not. */
export async function canBeHad(port: number): Promise<boolean> {
  try {
    return await portIsFree(port);
  } catch (error) {
    if (error instanceof RefusedPort && error.code === 'EACCES') return false;
    throw error;
  }
}
