import { expect } from 'chai';
import { ApiError } from '../../../../api/errors/catalogue.js';
import { PdfTurns } from '../../../../api/verifications/pdf/pdf-turns.js';

const nothing = () => Promise.resolve();
const refusalOf = async (turn: Promise<unknown>): Promise<ApiError> => {
  const refusal = await turn.catch((error: unknown) => error);
  expect(refusal).to.be.instanceOf(ApiError);
  expect((refusal as ApiError).kind).to.equal('rate_limited');
  return refusal as ApiError;
};

/** Lets everything run that is waiting only for its turn. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('PdfTurns', () => {
  it('makes documents of one client one after the other, whether they succeed or not', async () => {
    const turns = new PdfTurns(['one', 'two']);
    const events: string[] = [];
    const work = (name: string, fails: boolean) => async () => {
      events.push(`${name} starts`);
      await settle();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([
      turns.run('client', work('a', true)),
      turns.run('client', work('b', false)),
    ]);
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    expect(events).to.deep.equal(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('gives a maker to one at a time', async () => {
    const turns = new PdfTurns(['one', 'two']);
    const finish: (() => void)[] = [];
    const makers: string[] = [];
    const run = (client: string) =>
      turns.run(client, async (maker) => {
        makers.push(maker);
        await new Promise<void>((resolve) => finish.push(resolve));
      });
    const running = ['a', 'b', 'c'].map(run);
    await settle();
    expect([...makers].sort()).to.deep.equal(['one', 'two']);
    finish[0]?.();
    await settle();
    expect(makers[2]).to.equal(makers[0]);
    for (const end of finish) end();
    await Promise.all(running);
  });

  it('lets clients take turns, whoever asks for how many', async () => {
    const turns = new PdfTurns(['one']);
    const served: string[] = [];
    const run = (client: string) =>
      turns.run(client, async () => {
        served.push(client);
        await settle();
      });
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(run));
    expect(served.join('')).to.equal('aabcab');
  });

  it('turns away the client that has ten waiting, and no other, until there is room again', async () => {
    const turns = new PdfTurns(['one']);
    const running = Array.from({ length: 10 }, () => turns.run('a', nothing));
    const { headers } = await refusalOf(turns.run('a', nothing));
    expect(headers).to.deep.equal({
      'Retry-After': '2',
      RateLimit: '"pdf-reports";r=0;t=2',
      'RateLimit-Policy': '"pdf-reports";q=10',
    });
    expect(await turns.run('b', () => Promise.resolve('room'))).to.equal('room');
    await Promise.all(running);
    expect(await turns.run('a', () => Promise.resolve('room'))).to.equal('room');
  });

  it('turns away whoever would wait behind fifty of all', async () => {
    const turns = new PdfTurns(['one', 'two']);
    const running = Array.from({ length: 50 }, (_none, index) => turns.run(`client ${index % 5}`, nothing));
    const { headers } = await refusalOf(turns.run('another', nothing));
    expect(headers).to.include({ 'RateLimit-Policy': '"pdf-reports-of-all";q=50' });
    await Promise.all(running);
    expect(await turns.run('another', () => Promise.resolve('room'))).to.equal('room');
  });
});
