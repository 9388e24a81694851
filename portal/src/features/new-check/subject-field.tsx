import { IconCheck } from '@tabler/icons-react';
import type { WireService } from '../../../../shared/wire/services.js';
import { longestInput } from '../../lib/longest-input.js';
import { groupAsTyped } from './group-as-typed.js';
import classes from './new-check.module.css';
import { ShapedInput } from './shaped-input.js';

interface SubjectFieldProps {
  service: WireService;
  value: string;
  error: string | undefined;
  valid: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** The input for the subject, grouped and validated as it is typed. */
export function SubjectField({ service, value, error, valid, onChange, onLeave }: SubjectFieldProps) {
  const { types } = service.input;
  return (
    <ShapedInput
      label={service.input.label}
      description={service.input.hint}
      placeholder={`For example ${groupAsTyped(types, service.input.example)}`}
      // Choosing a check opens the form, and this is the next step.
      autoFocus
      withAsterisk
      required
      autoCapitalize={types.includes('name') ? 'words' : 'characters'}
      {...(types.every((type) => type === 'sa_id_number') && { inputMode: 'numeric' as const })}
      {...(types.includes('contact_number') && { inputMode: 'tel' as const })}
      maxLength={longestInput(220)}
      value={value}
      // A tab is what stands between two cells of a spreadsheet.
      shape={(text) => groupAsTyped(types, text.replaceAll('\t', ' '))}
      error={error}
      rightSection={
        valid ? <IconCheck className={classes.valid} size={18} aria-label="Valid" role="img" /> : null
      }
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}
