/** Something that whoever runs the service has to mend. Its message says how, holds no data and is shown in the log. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
