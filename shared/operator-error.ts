/** Something the operator has to fix. Its message says how, contains no data and is logged. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
