import { CreateAccounts1795132800000 } from './1795132800000-create-accounts.js';
import { CreateVerifications1795132800001 } from './1795132800001-create-verifications.js';
import { CreateLedger1795132800002 } from './1795132800002-create-ledger.js';
import { CreateEvidence1795132800003 } from './1795132800003-create-evidence.js';
import { CreateReviews1795132800010 } from './1795132800010-create-reviews.js';
import { CreateApiKeys1795132800011 } from './1795132800011-create-api-keys.js';
import { CreateWebhooks1795132800012 } from './1795132800012-create-webhooks.js';
import { IndexFilters1795132800020 } from './1795132800020-index-filters.js';
import { NumberEvents1795132800030 } from './1795132800030-number-events.js';
import { IndexEvents1795132800031 } from './1795132800031-index-events.js';
import { ErasePersonalData1795132800040 } from './1795132800040-erase-personal-data.js';
import { ValidateErasure1795132800041 } from './1795132800041-validate-erasure.js';
import { IndexErasure1795132800042 } from './1795132800042-index-erasure.js';
import { IndexAuditLog1795132800050 } from './1795132800050-index-audit-log.js';
import { CreateOperations1795132800060 } from './1795132800060-create-operations.js';

/** In the order in which they run. */
export const migrations = [
  CreateAccounts1795132800000,
  CreateVerifications1795132800001,
  CreateLedger1795132800002,
  CreateEvidence1795132800003,
  CreateReviews1795132800010,
  CreateApiKeys1795132800011,
  CreateWebhooks1795132800012,
  IndexFilters1795132800020,
  NumberEvents1795132800030,
  IndexEvents1795132800031,
  ErasePersonalData1795132800040,
  ValidateErasure1795132800041,
  IndexErasure1795132800042,
  IndexAuditLog1795132800050,
  CreateOperations1795132800060,
];
