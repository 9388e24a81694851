import type { ChainableCommander } from 'ioredis';

/** Sends the commands of a pipeline. Rejects if one of them fails, of which ioredis itself only tells in the result. */
export async function sendAll(commands: ChainableCommander): Promise<void> {
  for (const [error] of (await commands.exec()) ?? []) if (error !== null) throw error;
}
