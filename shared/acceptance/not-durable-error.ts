/** The database server may lose what it acknowledges, so nothing is accepted on it (contract 15). */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';

  constructor() {
    super('The database server does not keep what it acknowledges');
  }
}
