import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

// A provider that costs as little as possible: every register check is positive, after a fixed delay.
const delayMs = Number(process.env.DELAY_MS);

const server = createServer(async (req, res) => {
  if (req.url === '/readyz') {
    res.end();
    return;
  }
  const { idNumber } = (await json(req)) as { idNumber: string };
  if (delayMs > 0) await sleep(delayMs);
  const answer = {
    reference: 'BENCH-0001',
    status: 'match',
    subject: idNumber,
    data: { idNumber, surname: 'Example', forenames: 'Person', deceased: false },
  };
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(answer));
});
// With a full backlog the system would retry after a second, which would distort the measurement.
server.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4_096 });

process.once('SIGTERM', () => process.exit(0));
