import type { Parameters, ServiceCode } from '../../../../shared/domain/services.js';

/** What has been filled in so far. It exists in memory only. */
export interface Draft {
  serviceCode: ServiceCode;
  subject: string;
  parameters: Parameters;
  purpose: string;
  authorityConfirmed: boolean;
  chargeApproved: boolean;
  biometricConsent: boolean;
}

export function emptyDraft(serviceCode: ServiceCode): Draft {
  return {
    serviceCode,
    subject: '',
    parameters: {},
    purpose: '',
    authorityConfirmed: false,
    chargeApproved: false,
    biometricConsent: false,
  };
}
