import { Checkbox, TextInput } from '@mantine/core';
import { longestInput } from '../../lib/longest-input.js';
import type { SubjectForm } from './use-subject-form.js';

/** The inputs of a request about a subject. The browser must remember neither of them. */
export function SubjectInputs({ fields }: Pick<SubjectForm, 'fields'>) {
  return (
    <>
      <TextInput
        label="Subject"
        description="In full, in any spelling that a check accepts."
        autoComplete="off"
        spellCheck={false}
        maxLength={longestInput(200)}
        key={fields.key('subject')}
        {...fields.getInputProps('subject')}
      />
      <TextInput
        label="Reason"
        description="The audit log keeps it for good, so it must not name the subject."
        autoComplete="off"
        maxLength={longestInput(500)}
        key={fields.key('reason')}
        {...fields.getInputProps('reason')}
      />
      <Checkbox
        label="Also export the provider's answers as they came. They may mention other people: look through them first."
        key={fields.key('withAnswers')}
        {...fields.getInputProps('withAnswers', { type: 'checkbox' })}
      />
    </>
  );
}
