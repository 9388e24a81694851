import { expect } from 'chai';
import { howToRepeat } from '../../chaos/report/how-to-repeat.js';

describe('how to repeat a run', () => {
  it('is the command itself where it was given nothing', () => {
    expect(howToRepeat('npm run chaos:crash', [], [])).to.equal('Repeat: npm run chaos:crash');
  });

  it('has every word that the command was given, and those that it chose', () => {
    expect(howToRepeat('npm run a', ['--before', '1a2b'], ['--runs=3', '--only', 'API SIGKILL'])).to.equal(
      "Repeat: npm run a -- --runs=3 --only 'API SIGKILL' --before 1a2b",
    );
  });
});
