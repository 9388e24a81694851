import { Checkbox } from '@mantine/core';
import { consentWordings } from '../../../../shared/domain/consent-wordings.js';
import type { WireService } from '../../../../shared/wire/services.js';
import type { Draft } from './begin-draft.js';
import classes from './new-check.module.css';
import type { DraftFaults } from './validate-draft.js';

interface ConfirmationsProps {
  service: WireService;
  draft: Draft;
  faults: DraftFaults;
  onChange: (change: Partial<Draft>) => void;
}

/** What has to be confirmed, in plain words; it is recorded as evidence with the request. */
export function Confirmations({ service, draft, faults, onChange }: ConfirmationsProps) {
  const wordings = consentWordings(service.input.type, service.credits);
  return (
    <fieldset className={classes.confirmations}>
      <legend className={classes.legend}>Please confirm</legend>
      <Checkbox
        label={wordings.authority_confirmed}
        checked={draft.authorityConfirmed}
        error={faults.authority_confirmed}
        aria-invalid={faults.authority_confirmed !== undefined}
        onChange={({ currentTarget }) => onChange({ authorityConfirmed: currentTarget.checked })}
      />
      <Checkbox
        label={wordings.charge_approved}
        checked={draft.chargeApproved}
        error={faults.charge_approved}
        aria-invalid={faults.charge_approved !== undefined}
        onChange={({ currentTarget }) => onChange({ chargeApproved: currentTarget.checked })}
      />
      {service.biometric_consent_required && (
        <Checkbox
          label={wordings.biometric_consent}
          checked={draft.biometricConsent}
          error={faults.biometric_consent}
          aria-invalid={faults.biometric_consent !== undefined}
          onChange={({ currentTarget }) => onChange({ biometricConsent: currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}
