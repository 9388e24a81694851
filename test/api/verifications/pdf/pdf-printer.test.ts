import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { ApiError } from '../../../../api/errors/catalogue.js';
import { createApiMetrics } from '../../../../api/metrics.js';
import { PdfPrinter, type PrinterOptions } from '../../../../api/verifications/pdf/pdf-printer.js';
import type { PdfJob } from '../../../../api/verifications/pdf/pdf-thread.js';

/** Jobs of these tests carry a word in place of a request id; their threads do what the word says. */
const WORDS: Readonly<Record<string, string>> = {
  env: `answer(Object.keys(process.env).join())`,
  thread: `answer(String(threadId))`,
  spin: `for (;;);`,
  hoard: `const all = []; for (;;) all.push(new Array(10_000).fill(all.length));`,
  exit: `process.exit(0);`,
  fail: `parentPort.postMessage({ error: new TypeError('synthetic') });`,
  crash: `setImmediate(() => { throw new TypeError('synthetic'); });`,
  // What Node throws where the operating system gives no thread.
  refuse: `setImmediate(() => { throw Object.assign(new Error(), { code: 'ERR_WORKER_INIT_FAILED' }); });`,
};

const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  const answer = (text) => parentPort.postMessage({ file: new TextEncoder().encode(text) });
  const words = { ${Object.entries(WORDS).map(([word, code]) => `${word}() { ${code} }`)} };
  parentPort.on('message', ({ report }) => words[report.request_id]());
`)}`,
);

describe('PdfPrinter', () => {
  const printers: PdfPrinter[] = [];
  afterEach(() => {
    for (const printer of printers.splice(0)) printer.close();
  });

  function open(limits: PrinterOptions['limits'] = {}) {
    const metrics = createApiMetrics(new Registry());
    const printer = new PdfPrinter(metrics, { entry: ENTRY, limits });
    printers.push(printer);
    return {
      printer,
      print: async (word: string, client = 'client') =>
        (await printer.print(client, async () => jobOf(word))).toString(),
      counted: async () =>
        Object.fromEntries(
          (await metrics.pdfSeconds.get()).values
            .filter(({ metricName }) => metricName?.endsWith('_count'))
            .map(({ labels, value }) => [labels.result, value]),
        ),
    };
  }

  it('starts a thread with the first document, without the secrets of the process, and keeps it', async () => {
    const { print, counted } = open();
    expect(await print('env')).to.equal('');
    expect(await print('thread')).to.equal(await print('thread'));
    expect(await counted()).to.deep.equal({ made: 3 });
  });

  it('gives the thread back when nobody has wanted a document for a while', async () => {
    const { print } = open({ idleMs: 5 });
    const first = await print('thread');
    await sleep(50);
    expect(await print('thread')).not.to.equal(first);
  });

  it('makes documents of others while one takes its time', async () => {
    const { print, printer } = open();
    const spinning = print('spin', 'a').catch((error: unknown) => error);
    const next = print('env', 'a').catch((error: unknown) => error);
    for (const other of ['b', 'c', 'b']) expect(await print('env', other)).to.equal('');
    printer.close();
    expectGivenUp(await spinning);
    expectGivenUp(await next);
  });

  it('gives up what takes too long, and goes on with a new thread', async () => {
    const { print, counted } = open({ timeMs: 2_000 });
    const first = await print('thread');
    expectGivenUp(await print('spin').catch((error: unknown) => error), 'time');
    expect(await print('thread')).not.to.equal(first);
    expect(await counted()).to.deep.equal({ made: 2, time: 1 });
  });

  it('gives up what takes too much memory, and goes on with a new thread', async () => {
    const { print, counted } = open({ heapMb: 16 });
    expectGivenUp(await print('hoard').catch((error: unknown) => error), 'memory');
    expect(await print('env')).to.equal('');
    expect(await counted()).to.deep.equal({ made: 1, memory: 1 });
  });

  it('says so when a thread ends by itself, and goes on with a new one', async () => {
    const { print } = open();
    expectGivenUp(await print('exit').catch((error: unknown) => error), 'stopped');
    expect(await print('env')).to.equal('');
  });

  it('shows an error in the thread as what it is: a defect', async () => {
    const { print, counted } = open();
    for (const word of ['fail', 'crash']) {
      const error = await print(word).catch((caught: unknown) => caught);
      expect(error, word).to.be.instanceOf(TypeError);
      expect((error as Error).message).to.equal('synthetic');
    }
    expect(await print('env')).to.equal('');
    expect(await counted()).to.deep.equal({ made: 1, failed: 2 });
  });

  it('is unavailable, and says why to the operator, while no thread can be started', async () => {
    const { print, counted } = open();
    const refused = await print('refuse').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ApiError).and.to.include({ kind: 'service_unavailable' });
    expect(String((refused as ApiError).cause)).to.match(
      /no thread can be started: .*\(ERR_WORKER_INIT_FAILED\)$/,
    );
    expect(await print('env')).to.equal('');
    expect(await counted()).to.deep.equal({ made: 1, failed: 1 });
  });

  it('loads nothing and starts nothing once it is closed', async () => {
    const { printer, print } = open();
    let loading: (job: PdfJob) => void = () => undefined;
    const loaded = printer.print('a', () => new Promise((resolve) => (loading = resolve)));
    printer.close();
    loading(jobOf('env'));
    expectGivenUp(await loaded.catch((error: unknown) => error), 'stopped');
    const late = printer.print('b', () => Promise.reject(new Error('loaded')));
    expectGivenUp(await late.catch((error: unknown) => error), 'stopped');
    expectGivenUp(await print('env').catch((error: unknown) => error), 'stopped');
  });
});

function jobOf(word: string): PdfJob {
  return {
    report: { request_id: word } as PdfJob['report'],
    clientName: 'Client of a test',
    logo: undefined,
    photo: undefined,
  };
}

function expectGivenUp(error: unknown, why?: string): void {
  expect(error).to.be.instanceOf(ApiError);
  const { kind, headers, cause } = error as ApiError;
  expect(kind).to.equal('service_unavailable');
  expect(headers).to.deep.equal({ 'Retry-After': '5' });
  if (why !== undefined) expect(cause).to.include({ code: why });
}
