import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PARSE_PROCESS } from '../../support/processes/api-threads.js';

describe('The process that reads a file', () => {
  it('waits to be ended, whatever is sent to its group, and ends by itself without the one that started it', async () => {
    const child = fork(fileURLToPath(PARSE_PROCESS), [], { env: {}, serialization: 'advanced' });
    child.send({ bytes: Buffer.from('subject\r\n0001010000071\r\n'), columns: new Map() });
    const [answer] = await once(child, 'message');
    expect(answer.file.rows).to.deep.equal([['0001010000071']]);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
    await sleep(200);
    expect([child.exitCode, child.signalCode]).to.deep.equal([null, null]);
    child.disconnect();
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });
});
