import { expect } from 'chai';
import { getMetadataArgsStorage } from 'typeorm';
import '../../../shared/db/entities/index.js';
import type { Check, Verification } from '../../../shared/db/entities/index.js';
import type { RenamedProperty, RowOf } from '../../../shared/db/row-of.js';

const RENAMED = ['enqueuedAt', 'subjectCommitment'] as const satisfies readonly RenamedProperty[];

/** As shared/db/row-of.ts makes it of types. */
const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('RowOf', () => {
  it('knows every column by its name: properties are called like their columns, but for those that it leaves out', () => {
    const { columns } = getMetadataArgsStorage();
    const otherwise = columns
      .filter(({ propertyName, options }) => (options.name ?? propertyName) !== columnName(propertyName))
      .map(({ propertyName }) => propertyName);
    expect(columns).to.have.length.above(300);
    expect(otherwise).to.have.members(RENAMED);
  });

  it('has columns alone, with the types of the entity', () => {
    const row: RowOf<Check, 'verification_id' | 'settled_at'> = { verification_id: 'a', settled_at: null };
    const last4: RowOf<Verification, 'subject_last4'>['subject_last4'] = null;
    // @ts-expect-error: a relation is no column.
    const relation: keyof RowOf<Check> = 'verification';
    // @ts-expect-error: the column is called otherwise.
    const renamed: keyof RowOf<Check> = 'enqueued_at';
    expect([row.settled_at, last4, relation, renamed]).to.deep.equal([
      null,
      null,
      'verification',
      'enqueued_at',
    ]);
  });
});
