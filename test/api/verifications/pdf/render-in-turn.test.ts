import { expect } from 'chai';
import { ApiError } from '../../../../api/errors/catalogue.js';
import { inTurn } from '../../../../api/verifications/pdf/render-in-turn.js';

const nothing = () => Promise.resolve();
const refusalOf = async (turn: Promise<unknown>): Promise<ApiError> => {
  const refusal = await turn.catch((error: unknown) => error);
  expect(refusal).to.be.instanceOf(ApiError);
  expect((refusal as ApiError).kind).to.equal('rate_limited');
  return refusal as ApiError;
};

describe('inTurn', () => {
  it('runs one after the other, whether they succeed or not', async () => {
    const takeTurn = inTurn();
    const events: string[] = [];
    const work = (name: string, fails: boolean) => async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([
      takeTurn('client', work('a', true)),
      takeTurn('client', work('b', false)),
    ]);
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    expect(events).to.deep.equal(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('turns away the client that has ten waiting, and no other, until there is room again', async () => {
    const takeTurn = inTurn();
    const running = Array.from({ length: 10 }, () => takeTurn('a', nothing));
    const { headers } = await refusalOf(takeTurn('a', nothing));
    expect(headers).to.deep.equal({
      'Retry-After': '2',
      RateLimit: '"pdf-reports";r=0;t=2',
      'RateLimit-Policy': '"pdf-reports";q=10',
    });
    expect(await takeTurn('b', () => Promise.resolve('room'))).to.equal('room');
    await Promise.all(running);
    expect(await takeTurn('a', () => Promise.resolve('room'))).to.equal('room');
  });

  it('turns away whoever would wait behind fifty of all', async () => {
    const takeTurn = inTurn();
    const running = Array.from({ length: 50 }, (_none, index) => takeTurn(`client ${index % 5}`, nothing));
    const { headers } = await refusalOf(takeTurn('another', nothing));
    expect(headers).to.include({ 'RateLimit-Policy': '"pdf-reports-of-all";q=50' });
    await Promise.all(running);
    expect(await takeTurn('another', () => Promise.resolve('room'))).to.equal('room');
  });
});
