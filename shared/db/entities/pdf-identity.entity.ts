import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** The key and certificate the service has generated to sign PDF reports: one row, shared by every process. */
@Entity('pdf_identity')
// Resealed when the key ring is rotated.
@Granted('INSERT', 'UPDATE')
@Check('pdf_identity_one_row', `id = '00000000-0000-0000-0000-000000000001'`)
export class PdfIdentity {
  /** A UUID although there is only one row, as in every table with values sealed under the key ring. */
  @PrimaryColumn({
    type: 'uuid',
    default: '00000000-0000-0000-0000-000000000001',
    primaryKeyConstraintName: 'pdf_identity_pkey',
  })
  id!: string;

  @Column({ name: 'pem_sealed', type: 'bytea' })
  pemSealed!: Buffer;

  @Column({ ...moment, name: 'made_at', default: () => 'now()' })
  madeAt!: Date;
}
