import path from 'node:path';
import Mocha from 'mocha';

/**
 * mocha's own report, followed by a line for each file with a failure, including in its set-up, and one plain line of
 * counts, for people and scripts alike.
 */
export default class ClosingLineReporter extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const files = new Set(this.failures.flatMap(({ file }) => file ?? []));
    for (const file of files) process.stdout.write(`failed in ${path.relative('.', file)}\n`);
    const { passes, failures, pending } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`);
  }
}
