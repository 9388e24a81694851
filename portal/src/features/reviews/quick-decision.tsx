import { Button, Textarea, TextInput } from '@mantine/core';
import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { longestInput } from '../../lib/longest-input.js';
import { useKept } from '../../lib/session/tab-memory.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import { useStayHere } from '../../lib/ui/use-stay-here.js';
import { DECISION_DRAFTS, dialogDraftOf, EMPTY_DECISION, quickDraftOf } from './decision-draft.js';
import classes from './reviews.module.css';
import { templatesFor } from './templates.js';
import { useDecideAndNext } from './use-decide-and-next.js';

/**
 * The usual case with few keystrokes: a digit chooses the decision, the reason is typed, and Ctrl+Enter records it and
 * opens the next case.
 */
export function QuickDecision({ detail }: { detail: WireReviewDetail }) {
  const templates = templatesFor(detail);
  const [draft, setDraft] = useKept(DECISION_DRAFTS, quickDraftOf(detail.request_id), EMPTY_DECISION);
  const note = useRef<HTMLTextAreaElement>(null);
  const template = templates.find(({ key }) => key === draft.template);
  const deciding = useDecideAndNext(detail.request_id, () => {
    setDraft(EMPTY_DECISION);
    DECISION_DRAFTS.delete(dialogDraftOf(detail.request_id));
  });
  useStayHere(deciding.isPending);
  const complete =
    template !== undefined &&
    draft.note.trim() !== '' &&
    (template.label === undefined || draft.label.trim() !== '');

  const mark = (key: string) => {
    const label = templates.find((known) => known.key === key)?.label ?? '';
    setDraft({ ...draft, template: key, label });
  };
  // The arrow keys only mark: they go on from one decision to the next.
  const choose = (key: string) => {
    mark(key);
    note.current?.focus();
  };
  const digits = templates.map(({ key }, index) => [String(index + 1), key] as const);
  const decide = () => {
    if (!complete || deciding.isPending) return;
    deciding.mutate(template.toAction({ label: draft.label.trim(), note: draft.note.trim() }));
  };
  useHotkeys(digits.map(([digit, key]) => [digit, (event) => isInDialog(event) || choose(key)]));

  return (
    <Panel title="Decide and go on">
      <form
        className={form.stack}
        // Only in this form: pressed in a note, or in a dialog with another decision, it must not record this one.
        onKeyDown={getHotkeyHandler([['mod+Enter', decide]])}
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
      >
        <fieldset
          className={classes.templates}
          // Those above leave all inputs alone.
          onKeyDown={getHotkeyHandler(digits.map(([digit, key]) => [digit, () => choose(key)]))}
        >
          <legend className={classes.legend}>What was found out</legend>
          {templates.map(({ key, name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input.
            <label
              key={key}
              className={classes.template}
              data-chosen={key === draft.template}
              // A key makes clicks, too, but counts none.
              onClick={({ detail: clicks }) => clicks > 0 && choose(key)}
            >
              <input
                type="radio"
                name="template"
                aria-keyshortcuts={String(index + 1)}
                checked={key === draft.template}
                onChange={() => mark(key)}
              />
              <span>{name}</span>
              <kbd className={classes.key} aria-hidden>
                {index + 1}
              </kbd>
            </label>
          ))}
        </fieldset>
        {template?.label !== undefined && (
          <TextInput
            label="What the client reads"
            maxLength={longestInput(300)}
            value={draft.label}
            onChange={({ currentTarget }) => setDraft({ ...draft, label: currentTarget.value })}
          />
        )}
        <Textarea
          ref={note}
          label="Why"
          description="For colleagues and the audit log; the client does not see it."
          rows={2}
          maxLength={longestInput(2_000)}
          value={draft.note}
          onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
        />
        {template !== undefined && <p className={classes.consequence}>{template.consequence}</p>}
        <FailureNotice error={deciding.error} />
        <Button type="submit" disabled={!complete} loading={deciding.isPending}>
          Record and open the next
        </Button>
        <p className={classes.shortcut}>Ctrl Enter does the same</p>
      </form>
    </Panel>
  );
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
