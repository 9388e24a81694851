import { accessLogFeature } from './access-log/endpoints.js';
import { adminFeature } from './admin/endpoints.js';
import { apiKeyFeature } from './api-keys/endpoints.js';
import { approvalFeature } from './approvals/endpoints.js';
import { authFeature } from './auth/endpoints.js';
import { batchFeature } from './batches/endpoints.js';
import { eventFeature } from './events/endpoints.js';
import { evidenceFeature } from './evidence/endpoints.js';
import { homeFeature } from './home/endpoints.js';
import type { Feature } from './http/endpoint.js';
import { logoFeature } from './logos/endpoints.js';
import { openApiFeature } from './openapi/endpoints.js';
import { opsFeature } from './ops/endpoints.js';
import { personalDataFeature } from './personal-data/endpoints.js';
import { reviewFeature } from './reviews/endpoints.js';
import { secondFactorFeature } from './second-factor/endpoints.js';
import { serviceFeature } from './services/endpoints.js';
import { spendingFeature } from './spending/endpoints.js';
import { supportFeature } from './support/endpoints.js';
import { teamFeature } from './team/endpoints.js';
import { testModeFeature } from './test-mode/endpoints.js';
import { verificationFeature } from './verifications/endpoints.js';
import { walletFeature } from './wallet/endpoints.js';
import { webhookFeature } from './webhooks/endpoints.js';

/** The features of the API, in the order in which a reader of its description needs them. */
export const FEATURES: readonly Feature[] = [
  authFeature,
  secondFactorFeature,
  homeFeature,
  serviceFeature,
  verificationFeature,
  batchFeature,
  evidenceFeature,
  accessLogFeature,
  walletFeature,
  spendingFeature,
  apiKeyFeature,
  testModeFeature,
  teamFeature,
  logoFeature,
  webhookFeature,
  eventFeature,
  reviewFeature,
  supportFeature,
  adminFeature,
  approvalFeature,
  personalDataFeature,
  opsFeature,
  openApiFeature(() => FEATURES),
];
