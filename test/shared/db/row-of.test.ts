import { expect } from 'chai';
import { getMetadataArgsStorage } from 'typeorm';
import '../../../shared/db/entities/index.js';
import type { Check, Verification } from '../../../shared/db/entities/index.js';
import type { RenamedProperties, RowOf } from '../../../shared/db/row-of.js';

const RENAMED: Readonly<RenamedProperties> = { enqueuedAt: 'rung_at', subjectCommitment: 'subject_hash' };

/** The same rule as the type in shared/db/row-of.ts. */
const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('RowOf', () => {
  it('knows every column by its name: properties are called like their columns, but for those listed', () => {
    const { columns } = getMetadataArgsStorage();
    const otherwise = columns
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName] as const)
      .filter(([property, column]) => column !== columnName(property));
    expect(columns).to.have.length.above(300);
    expect(otherwise).to.have.deep.members(Object.entries(RENAMED));
  });

  it('has columns alone, with the types of the entity', () => {
    const row: RowOf<Check, 'verification_id' | 'settled_at'> = { verification_id: 'a', settled_at: null };
    const last4: RowOf<Verification, 'subject_last4'>['subject_last4'] = null;
    // @ts-expect-error: a relation is no column.
    const relation: keyof RowOf<Check> = 'verification';
    const renamed: keyof RowOf<Check> = 'rung_at';
    // @ts-expect-error: the column is called otherwise.
    const property: keyof RowOf<Check> = 'enqueued_at';
    expect([row.settled_at, last4, relation, renamed, property]).to.deep.equal([
      null,
      null,
      'verification',
      'rung_at',
      'enqueued_at',
    ]);
  });
});
