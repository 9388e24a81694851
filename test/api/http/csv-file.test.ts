import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import express, { type Express, type Response } from 'express';
import { ApiError } from '../../../api/errors/catalogue.js';
import { CsvTurns, sendCsvFile } from '../../../api/http/csv-file.js';
import { waitFor } from '../../../harness/wait-for.js';
import { closeServer } from '../../../shared/ops/listen.js';
import { useRealNetwork } from '../../support/network/real-network.js';

const FORM = { name: 'items', columns: { text: (item: string) => item } };

describe('sendCsvFile', () => {
  useRealNetwork();
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });

  /** A server that answers with these batches, and a record of how its answer ended. */
  async function serve(batches: () => AsyncGenerator<string[]>) {
    const app: Express = express();
    const served: { res?: Response; end: Promise<unknown> } = { end: Promise.resolve() };
    app.get('/', (_req, res, next) => {
      served.res = res;
      served.end = sendCsvFile(res, FORM, batches());
      served.end.catch(next);
    });
    app.use((_error: unknown, _req: unknown, res: Response, _next: unknown) => {
      if (res.headersSent) res.destroy();
      else res.status(503).end('no file');
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(async () => {
      server.closeAllConnections();
      await closeServer(server);
    });
    return { served, server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` };
  }

  /** Requests the file but reads none of it. */
  async function ask(url: string): Promise<IncomingMessage> {
    const request = get(url);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  it('puts all batches below one header', async () => {
    const { url } = await serve(async function* () {
      yield ['one', '=two'];
      yield ['three, four'];
    });
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=items.csv');
    expect(await answer.text()).to.equal(`text\r\none\r\n'=two\r\n"three, four"\r\n`);
  });

  it('asks for no more than the caller takes, and for nothing once the caller has hung up', async () => {
    let asked = 0;
    const { served, url } = await serve(async function* () {
      for (;;) {
        asked += 1;
        await nextTurn();
        yield ['x'.repeat(100_000)];
      }
    });
    const answer = await ask(url);
    await waitFor(() => served.res?.writableNeedDrain, { describe: 'the caller is given no more' });
    // Batches requested before that may still arrive.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    const before = asked;
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    expect(asked).to.equal(before);
    answer.destroy();
    await served.end;
    expect(asked).to.be.at.most(before + 1);
  });

  it('does not hold up the stop of a server for a caller who takes nothing', async () => {
    const { served, server, url } = await serve(async function* () {
      for (;;) {
        await nextTurn();
        yield ['x'.repeat(100_000)];
      }
    });
    const answer = await ask(url);
    answer.on('error', () => undefined);
    await waitFor(() => served.res?.writableNeedDrain, { describe: 'the caller is given no more' });
    await closeServer(server, 10);
    await served.end;
  });

  it('lets nobody take half a file for whole', async () => {
    const { url } = await serve(async function* () {
      yield ['one'];
      throw new Error('The database is away');
    });
    const answer = await fetch(url);
    const text = await answer.text().catch((error: unknown) => error);
    expect(text).to.be.instanceOf(TypeError);
  });

  it('leaves a proper error to be answered when nothing has gone yet', async () => {
    const { url } = await serve(async function* () {
      yield await Promise.reject(new Error('The database is away'));
    });
    expect((await fetch(url)).status).to.equal(503);
  });
});

describe('CsvTurns', () => {
  it('lets a client take two files at once, and others theirs', async () => {
    const turns = new CsvTurns();
    const finish: (() => void)[] = [];
    const take = (client: string) =>
      turns.run(client, () => new Promise<void>((resolve) => finish.push(resolve)));
    const running = [take('a'), take('a'), take('b')];
    const refusal = await take('a').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(ApiError);
    expect((refusal as ApiError).kind).to.equal('rate_limited');
    expect((refusal as ApiError).headers).to.include({ RateLimit: '"csv-files";r=0;t=5' });
    for (const end of finish) end();
    await Promise.all(running);
    await turns.run('a', async () => undefined);
  });

  it('gives the turn back when a file cannot be sent', async () => {
    const turns = new CsvTurns();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const failure = await turns
        .run('a', () => Promise.reject(new Error('away')))
        .catch((error: unknown) => error);
      expect((failure as Error).message).to.equal('away');
    }
  });
});
