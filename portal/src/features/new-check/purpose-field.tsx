import { Textarea } from '@mantine/core';
import { longestInput } from '../../lib/longest-input.js';
import classes from './new-check.module.css';
import { COMMON_PURPOSES, useUsedPurposes } from './used-purposes.js';
import { PURPOSE_MAX } from './validate-draft.js';

interface PurposeFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** The purpose of the check, typed or chosen from earlier ones. */
export function PurposeField({ value, error, onChange, onLeave }: PurposeFieldProps) {
  const used = useUsedPurposes();
  const common = COMMON_PURPOSES.filter((purpose) => !used.includes(purpose));
  return (
    <div>
      <Textarea
        label="Purpose"
        description="The lawful reason for this check. It is recorded and shown on the report."
        withAsterisk
        required
        rows={2}
        maxLength={longestInput(PURPOSE_MAX)}
        value={value}
        error={error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
        }}
        onChange={({ currentTarget }) => onChange(inOneLine(currentTarget.value))}
        onBlur={onLeave}
      />
      <details className={classes.presets}>
        <summary>Choose a purpose</summary>
        <Presets title="Last used" purposes={used} onChoose={onChange} />
        <Presets title="Common" purposes={common} onChoose={onChange} />
      </details>
    </div>
  );
}

/** A purpose is one line, which only wraps here: pasted lines become one. */
function inOneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

interface PresetsProps {
  title: string;
  purposes: readonly string[];
  onChoose: (purpose: string) => void;
}

function Presets({ title, purposes, onChoose }: PresetsProps) {
  if (purposes.length === 0) return null;
  return (
    <>
      <p className={classes.presetsTitle}>{title}</p>
      <ul className={classes.presetList}>
        {purposes.map((purpose) => (
          <li key={purpose}>
            <button
              type="button"
              className={classes.preset}
              onClick={({ currentTarget }) => {
                onChoose(purpose);
                currentTarget.closest('details')?.removeAttribute('open');
              }}
            >
              {purpose}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
