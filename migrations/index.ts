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
import { CreateHistories1795305600000 } from './1795305600000-create-histories.js';
import { CreateLostRequests1795305600001 } from './1795305600001-create-lost-requests.js';
import { CreateWorkers1795305600010 } from './1795305600010-create-workers.js';
import { IndexPaidTwice1795305600011 } from './1795305600011-index-paid-twice.js';
import { IndexKeysByBytes1795305600020 } from './1795305600020-index-keys-by-bytes.js';
import { AnnounceErasures1795305600021 } from './1795305600021-announce-erasures.js';
import { ValidateErasedNames1795305600022 } from './1795305600022-validate-erased-names.js';
import { IndexAnnouncements1795305600023 } from './1795305600023-index-announcements.js';
import { CreateLedgerCheckpoints1795305600024 } from './1795305600024-create-ledger-checkpoints.js';
import { SecureLedgerCheckpoints1795305600029 } from './1795305600029-secure-ledger-checkpoints.js';
import { SecureRows1795305600030 } from './1795305600030-secure-rows.js';
import { KeepLastCharacters1795305600031 } from './1795305600031-keep-last-characters.js';
import { FillLastCharacters1795305600032 } from './1795305600032-fill-last-characters.js';
import { IndexLastCharacters1795305600040 } from './1795305600040-index-last-characters.js';
import { RememberRequests1795305600045 } from './1795305600045-remember-requests.js';
import { ValidateRequests1795305600046 } from './1795305600046-validate-requests.js';
import { IndexRequests1795305600047 } from './1795305600047-index-requests.js';
import { SwitchOffThresholds1795305600048 } from './1795305600048-switch-off-thresholds.js';
import { GiveRoles1795305600100 } from './1795305600100-give-roles.js';
import { ValidateRoles1795305600101 } from './1795305600101-validate-roles.js';
import { CreateMails1795305600102 } from './1795305600102-create-mails.js';
import { SecureMails1795305600103 } from './1795305600103-secure-mails.js';
import { CreateSessions1795305600120 } from './1795305600120-create-sessions.js';
import { NarrowApiKeys1795305600140 } from './1795305600140-narrow-api-keys.js';
import { CreateAccessLog1795305600141 } from './1795305600141-create-access-log.js';
import { LimitSpending1795305600142 } from './1795305600142-limit-spending.js';
import { AskTwoPeople1795305600143 } from './1795305600143-ask-two-people.js';
import { TellOfLimits1795305600144 } from './1795305600144-tell-of-limits.js';
import { NameProviders1795305600160 } from './1795305600160-name-providers.js';
import { AddTestSides1795305600161 } from './1795305600161-add-test-sides.js';
import { ValidateProviders1795305600162 } from './1795305600162-validate-providers.js';
import { ShowUsersToTestSides1795305600163 } from './1795305600163-show-users-to-test-sides.js';
import { IndexTestSides1795305600164 } from './1795305600164-index-test-sides.js';
import { CreateBatches1795305600180 } from './1795305600180-create-batches.js';
import { SecureBatches1795305600181 } from './1795305600181-secure-batches.js';
import { KeepWordings1795305600200 } from './1795305600200-keep-wordings.js';
import { CreateLog1795305600201 } from './1795305600201-create-log.js';
import { SecureLog1795305600202 } from './1795305600202-secure-log.js';
import { LogAccesses1795305600203 } from './1795305600203-log-accesses.js';
import { CreateDailyFigures1795305600220 } from './1795305600220-create-daily-figures.js';
import { SecureDailyFigures1795305600221 } from './1795305600221-secure-daily-figures.js';
import { KnowDevices1795305600230 } from './1795305600230-know-devices.js';
import { RefuseMoves1795400200000 } from './1795400200000-refuse-moves.js';
import { CreateVerifiedRestores1795400300000 } from './1795400300000-create-verified-restores.js';
import { KnowComparedHistories1795400500000 } from './1795400500000-know-compared-histories.js';
import { NameRequestsOfEvents1795400600000 } from './1795400600000-name-requests-of-events.js';
import { FillNamedRequests1795400600001 } from './1795400600001-fill-named-requests.js';
import { IndexNamedRequests1795400600002 } from './1795400600002-index-named-requests.js';
import { DropImpliedIndexes1795401000000 } from './1795401000000-drop-implied-indexes.js';
import { IndexKeysFirst1795401100000 } from './1795401100000-index-keys-first.js';
import { DropKeysByClient1795401200000 } from './1795401200000-drop-keys-by-client.js';
import { CreateClientLogos1795401300000 } from './1795401300000-create-client-logos.js';
import { SecureClientLogos1795401300001 } from './1795401300001-secure-client-logos.js';
import { MergeCallIndexes1795401500000 } from './1795401500000-merge-call-indexes.js';
import { NarrowSubjectIndex1795401500001 } from './1795401500001-narrow-subject-index.js';
import { IndexOpenWork1795401600000 } from './1795401600000-index-open-work.js';
import { KeepPdfIdentity1795401700000 } from './1795401700000-keep-pdf-identity.js';
import { DoubtHistories1795401800000 } from './1795401800000-doubt-histories.js';
import { IndexDecisions1795401900000 } from './1795401900000-index-decisions.js';
import { SeeHistories1795402300000 } from './1795402300000-see-histories.js';
import { IndexLinesByVerification1795402400000 } from './1795402400000-index-lines-by-verification.js';
import { IndexSubjectsAlone1795402600000 } from './1795402600000-index-subjects-alone.js';
import { LetMailsSeeInvitations1795402700000 } from './1795402700000-let-mails-see-invitations.js';
import { LetMailsPurgeInvitations1795402800000 } from './1795402800000-let-mails-purge-invitations.js';
import { IndexLooksByStaff1795402900000 } from './1795402900000-index-looks-by-staff.js';
import { IndexSameRequests1795403000000 } from './1795403000000-index-same-requests.js';
import { AskClientsFirst1795403100000 } from './1795403100000-ask-clients-first.js';
import { CreateFigureTotals1795403200000 } from './1795403200000-create-figure-totals.js';
import { SecureFigureTotals1795403200001 } from './1795403200001-secure-figure-totals.js';
import { FillFigureTotals1795403200002 } from './1795403200002-fill-figure-totals.js';
import { NumberFirstEvents1795403300000 } from './1795403300000-number-first-events.js';
import { LetProposalsExpire1795403400000 } from './1795403400000-let-proposals-expire.js';
import { ValidateProposals1795403400001 } from './1795403400001-validate-proposals.js';
import { LetWorkersExpireProposals1795403400002 } from './1795403400002-let-workers-expire-proposals.js';
import { ShortenConditions1795403700000 } from './1795403700000-shorten-conditions.js';

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
  CreateHistories1795305600000,
  CreateLostRequests1795305600001,
  CreateWorkers1795305600010,
  IndexPaidTwice1795305600011,
  IndexKeysByBytes1795305600020,
  AnnounceErasures1795305600021,
  ValidateErasedNames1795305600022,
  IndexAnnouncements1795305600023,
  CreateLedgerCheckpoints1795305600024,
  SecureLedgerCheckpoints1795305600029,
  SecureRows1795305600030,
  KeepLastCharacters1795305600031,
  FillLastCharacters1795305600032,
  IndexLastCharacters1795305600040,
  RememberRequests1795305600045,
  ValidateRequests1795305600046,
  IndexRequests1795305600047,
  SwitchOffThresholds1795305600048,
  GiveRoles1795305600100,
  ValidateRoles1795305600101,
  CreateMails1795305600102,
  SecureMails1795305600103,
  CreateSessions1795305600120,
  NarrowApiKeys1795305600140,
  CreateAccessLog1795305600141,
  LimitSpending1795305600142,
  AskTwoPeople1795305600143,
  TellOfLimits1795305600144,
  NameProviders1795305600160,
  AddTestSides1795305600161,
  ValidateProviders1795305600162,
  ShowUsersToTestSides1795305600163,
  IndexTestSides1795305600164,
  CreateBatches1795305600180,
  SecureBatches1795305600181,
  KeepWordings1795305600200,
  CreateLog1795305600201,
  SecureLog1795305600202,
  LogAccesses1795305600203,
  CreateDailyFigures1795305600220,
  SecureDailyFigures1795305600221,
  KnowDevices1795305600230,
  RefuseMoves1795400200000,
  CreateVerifiedRestores1795400300000,
  KnowComparedHistories1795400500000,
  NameRequestsOfEvents1795400600000,
  FillNamedRequests1795400600001,
  IndexNamedRequests1795400600002,
  DropImpliedIndexes1795401000000,
  IndexKeysFirst1795401100000,
  DropKeysByClient1795401200000,
  CreateClientLogos1795401300000,
  SecureClientLogos1795401300001,
  MergeCallIndexes1795401500000,
  NarrowSubjectIndex1795401500001,
  IndexOpenWork1795401600000,
  KeepPdfIdentity1795401700000,
  DoubtHistories1795401800000,
  IndexDecisions1795401900000,
  SeeHistories1795402300000,
  IndexLinesByVerification1795402400000,
  IndexSubjectsAlone1795402600000,
  LetMailsSeeInvitations1795402700000,
  LetMailsPurgeInvitations1795402800000,
  IndexLooksByStaff1795402900000,
  IndexSameRequests1795403000000,
  AskClientsFirst1795403100000,
  CreateFigureTotals1795403200000,
  SecureFigureTotals1795403200001,
  FillFigureTotals1795403200002,
  NumberFirstEvents1795403300000,
  LetProposalsExpire1795403400000,
  ValidateProposals1795403400001,
  LetWorkersExpireProposals1795403400002,
  ShortenConditions1795403700000,
];
