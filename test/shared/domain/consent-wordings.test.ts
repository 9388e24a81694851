import { expect } from 'chai';
import {
  CONSENT_WORDINGS_VERSION,
  consentWordings,
  wordingsOf,
} from '../../../shared/domain/consent-wordings.js';

describe('the wordings of consents', () => {
  it('stay as they were shown, so that the receipt of an old consent quotes its own', () => {
    const shown = ['2026-11', '2026-12'].map(
      (version) => wordingsOf(version, 'sa_id_number', 5)?.charge_approved,
    );
    expect(shown).to.deep.equal([
      'I approve the charge of 5 credits. It is taken for every answer, also when the source has no record.',
      'I approve the charge of 5 credits. It is taken for every answer, even when the source has no record.',
    ]);
    expect(wordingsOf('2020-01', 'sa_id_number', 5)).to.equal(undefined);
  });

  it('are those of the newest version for what is asked now', () => {
    expect(consentWordings('vehicle_registration_number', 1)).to.deep.equal(
      wordingsOf(CONSENT_WORDINGS_VERSION, 'vehicle_registration_number', 1),
    );
  });
});
