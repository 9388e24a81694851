import { NativeSelect } from '@mantine/core';
import { COUNTRY_CODES } from '../../../../shared/domain/countries.js';
import { countryName } from '../../../../shared/domain/country-name.js';
import type { ParameterName, Parameters } from '../../../../shared/domain/parameters.js';
import classes from './new-check.module.css';
import { ShapedInput } from './shaped-input.js';
import type { DraftFaults } from './validate-draft.js';

interface ParameterFieldsProps {
  names: readonly ParameterName[];
  values: Parameters;
  faults: DraftFaults;
  onChange: (values: Parameters) => void;
}

/** Chosen by name: whoever types "Austria" into a field of two letters has screened in Australia. */
const COUNTRIES = COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code) })).sort(
  (one, other) => one.label.localeCompare(other.label, 'en'),
);

const CHOICES = {
  entity: {
    label: 'Screen as',
    standard: 'person',
    data: [
      { value: 'person', label: 'A person' },
      { value: 'company', label: 'A company' },
    ],
  },
  country: { label: 'Country', standard: 'ZA', data: COUNTRIES },
  dataset: {
    label: 'Lists',
    standard: 'all',
    data: [
      { value: 'all', label: 'All lists' },
      { value: 'sanctions', label: 'Sanctions only' },
      { value: 'pep', label: 'Politically exposed persons only' },
    ],
  },
};

/** The inputs of checks that take more than a subject. */
export function ParameterFields({ names, values, faults, onChange }: ParameterFieldsProps) {
  if (names.length === 0) return null;
  return (
    <div className={classes.parameters}>
      {names.map((name) => {
        const set = (value: string) => onChange({ ...values, [name]: value });
        if (name !== 'vin') {
          const { label, standard, data } = CHOICES[name];
          return (
            <NativeSelect
              key={name}
              label={label}
              data={data}
              value={values[name] ?? standard}
              error={faults[`parameters.${name}`]}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            />
          );
        }
        return (
          <ShapedInput
            key={name}
            label="VIN (optional)"
            description="17 letters and digits"
            maxLength={40}
            autoCapitalize="characters"
            value={values[name] ?? ''}
            shape={(text) => text.toUpperCase()}
            error={faults[`parameters.${name}`]}
            onChange={set}
          />
        );
      })}
    </div>
  );
}
