import Mocha from 'mocha';

/** mocha's own report, closed by one plain line of counts for people and scripts alike. */
export default class ClosingLineReporter extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`);
  }
}
