import { setTimeout as sleep } from 'node:timers/promises';

// In place of the process that reads batch files: takes a while, says when it began and ended, and fails for some
// texts.
process.once('message', async ({ bytes }) => {
  const began = Date.now();
  await sleep(100);
  const text = Buffer.from(bytes).toString();
  if (text === 'end') process.exit(3);
  if (text === 'told') process.kill(process.pid, 'SIGTERM');
  if (text === 'time') for (;;);
  // All matches are gathered before a thread could be stopped.
  if (text === 'memory') 'é,Ж'.repeat(1e7).replace(/./g, (each) => each);
  if (text === 'x') process.send({ error: new Error('This file breaks the process.') });
  else process.send({ file: { began, ended: Date.now() } });
});
