import { Checkbox } from '@mantine/core';
import type { InputType } from '../../../../shared/domain/input-type.js';
import type { WireService } from '../../../../shared/wire/services.js';
import { formatCredits } from '../../lib/format.js';
import type { Draft } from './draft.js';
import type { DraftFaults } from './judge-draft.js';
import classes from './new-check.module.css';

interface ConfirmationsProps {
  service: WireService;
  draft: Draft;
  faults: DraftFaults;
  onChange: (change: Partial<Draft>) => void;
}

const ABOUT_THINGS: readonly InputType[] = ['company_registration_number', 'vehicle_registration_number'];

/** What has to be confirmed, in plain words: it is recorded as evidence with the request. */
export function Confirmations({ service, draft, faults, onChange }: ConfirmationsProps) {
  const aboutThing = ABOUT_THINGS.includes(service.input.type);
  return (
    <fieldset className={classes.confirmations}>
      <legend className={classes.legend}>Please confirm</legend>
      <Checkbox
        label={
          aboutThing
            ? 'My organisation may lawfully make this check for the purpose above.'
            : 'The person has agreed to this check, or the law allows it for the purpose above.'
        }
        checked={draft.authorityConfirmed}
        error={faults.authority_confirmed}
        aria-invalid={faults.authority_confirmed !== undefined}
        onChange={({ currentTarget }) => onChange({ authorityConfirmed: currentTarget.checked })}
      />
      <Checkbox
        label={`I approve the charge of ${formatCredits(service.credits)}. It is taken for every answer, also when the source has no record.`}
        checked={draft.chargeApproved}
        error={faults.charge_approved}
        aria-invalid={faults.charge_approved !== undefined}
        onChange={({ currentTarget }) => onChange({ chargeApproved: currentTarget.checked })}
      />
      {service.biometric_consent_required && (
        <Checkbox
          label="The person has explicitly agreed that their ID photograph is fetched and shown in the report. This is biometric information."
          checked={draft.biometricConsent}
          error={faults.biometric_consent}
          aria-invalid={faults.biometric_consent !== undefined}
          onChange={({ currentTarget }) => onChange({ biometricConsent: currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}
