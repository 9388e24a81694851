import { expect } from 'chai';
import { SealError, unseal, unsealUnderRing } from '../../../shared/crypto/seal.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildFullVerification, valuesOf } from '../../support/personal-data/personal-data.js';
import { testKeys } from '../../support/processes/keys.js';

interface SealedValue {
  table: string;
  column: string;
  id: string;
  bytes: Buffer;
  verificationId: string;
}

describe('a sealed value that somebody has moved', () => {
  const database = useDatabase();

  it('opens in its own row and column, and in no other, with any data key', async () => {
    const { id: clientId } = await buildClient(database.db);
    const values: SealedValue[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await buildFullVerification(database.db, { clientId });
      for (const { table, column, rowId, value } of await valuesOf(database.db, id)) {
        // Late findings are sealed for the check they are to be copied into, which is a place in another table.
        if (table === 'late_findings' || !Buffer.isBuffer(value) || !/_sealed$|^data_key$/.test(column))
          continue;
        values.push({ table, column, id: rowId, bytes: value, verificationId: id });
      }
    }
    const dataKeys = new Map(
      values
        .filter(({ column }) => column === 'data_key')
        .map(({ id, bytes }) => [
          id,
          new SealedVerification(testKeys.encryptionKeys, { id, data_key: bytes }).dataKey,
        ]),
    );
    let tried = 0;
    for (const value of values) {
      for (const place of values) {
        for (const [keyOf, dataKey] of dataKeys) {
          const atHome = place === value && keyOf === value.verificationId;
          const opens =
            value.column === 'data_key' ? opensUnderRing(value, place) : opensUnder(dataKey, value, place);
          expect(opens, `${value.table}.${value.column} as ${place.table}.${place.column}`).to.equal(
            value.column === 'data_key' ? place === value : atHome,
          );
          tried += 1;
        }
      }
    }
    expect(tried, 'eight values in each of three rows').to.equal(24 * 24 * 3);
  });
});

function opensUnder(
  dataKey: Parameters<typeof unseal>[0],
  { bytes }: SealedValue,
  place: SealedValue,
): boolean {
  return succeeds(() => unseal(dataKey, bytes, place));
}

function opensUnderRing({ bytes }: SealedValue, place: SealedValue): boolean {
  return succeeds(() => unsealUnderRing(testKeys.encryptionKeys, bytes, place));
}

function succeeds(open: () => Buffer): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
