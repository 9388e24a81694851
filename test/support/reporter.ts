import path from 'node:path';
import Mocha from 'mocha';

/**
 * mocha's own report, with why a test was tried again, which it otherwise keeps to itself; followed by a line for each
 * file with a failure, including in its set-up, and one plain line of counts, for people and scripts alike.
 */
export default class ClosingLineReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      process.stdout.write(`tried again: ${test.fullTitle()}: ${error.message}\n`);
    });
  }

  override epilogue(): void {
    super.epilogue();
    // Only what is around the tests of all files, such as a hook outside of any suite, has none.
    const files = new Set(this.failures.map(({ file }) => (file ? path.relative('.', file) : '?')));
    for (const file of files) process.stdout.write(`failed in ${file}\n`);
    const { passes, failures, pending } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`);
  }
}
