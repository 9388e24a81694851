/** The command line says something that the command does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
