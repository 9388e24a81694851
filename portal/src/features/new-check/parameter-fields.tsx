import { NativeSelect } from '@mantine/core';
import type { ParameterName, Parameters } from '../../../../shared/domain/parameters.js';
import type { DraftFaults } from './judge-draft.js';
import classes from './new-check.module.css';
import { ShapedInput } from './shaped-input.js';

interface ParameterFieldsProps {
  names: readonly ParameterName[];
  values: Parameters;
  faults: DraftFaults;
  onChange: (values: Parameters) => void;
}

const CHOICES = {
  entity: {
    label: 'Screen as',
    data: [
      { value: 'person', label: 'A person' },
      { value: 'company', label: 'A company' },
    ],
  },
  dataset: {
    label: 'Lists',
    data: [
      { value: 'all', label: 'All lists' },
      { value: 'sanctions', label: 'Sanctions only' },
      { value: 'pep', label: 'Politically exposed persons only' },
    ],
  },
} as const;

const TEXTS = {
  country: { label: 'Country', description: 'Two letters, ISO 3166-1', placeholder: 'ZA', maxLength: 2 },
  vin: { label: 'VIN (optional)', description: '17 letters and digits', placeholder: '', maxLength: 40 },
} as const;

/** The inputs of checks that take more than a subject. */
export function ParameterFields({ names, values, faults, onChange }: ParameterFieldsProps) {
  if (names.length === 0) return null;
  return (
    <div className={classes.parameters}>
      {names.map((name) => {
        const set = (value: string) => onChange({ ...values, [name]: value });
        if (name === 'entity' || name === 'dataset') {
          return (
            <NativeSelect
              key={name}
              {...CHOICES[name]}
              data={[...CHOICES[name].data]}
              value={values[name] ?? CHOICES[name].data[0].value}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            />
          );
        }
        return (
          <ShapedInput
            key={name}
            {...TEXTS[name]}
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
