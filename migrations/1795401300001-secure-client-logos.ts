import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, removePolicies, SCOPE_CLIENTS } from './row-policies.js';

/** Reports in test mode show the same logo, so a test side sees the row of its live side. */
const OF_TEST_SIDE = `overlay(client_id::text PLACING '8' FROM 15 FOR 1)::uuid = ANY (${SCOPE_CLIENTS})`;

/** A client and its test side see its logo, and staff see all. */
export class SecureClientLogos1795401300001 implements MigrationInterface {
  name = 'SecureClientLogos1795401300001';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createPolicies(queryRunner, 'client_logos', {
      ofClients: `${BY_CLIENT_ID} OR ${OF_TEST_SIDE}`,
      purposes: ['staff', 'operator'],
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removePolicies(queryRunner, 'client_logos');
  }
}
