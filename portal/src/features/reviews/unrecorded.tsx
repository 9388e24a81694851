import { Button, Group } from '@mantine/core';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { useAccount } from '../../lib/session/session.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Facts } from '../../lib/ui/facts.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import type { DecisionDraft } from './decision-draft.js';

interface UnrecordedProps {
  detail: WireReviewDetail;
  draft: DecisionDraft;
  onDiscard: () => void;
}

/** What the viewer had written when the case was decided, to keep or to discard. */
export function Unrecorded({ detail, draft, onDiscard }: UnrecordedProps) {
  const { user_id } = useAccount();
  const { label, note, document } = draft;
  if (label === '' && note === '' && document === '') return null;
  const decided = detail.notes.filter(({ kind }) => kind !== 'note').at(-1);
  // Such as when the answer to it was lost: it may be this decision, so nothing is said of what was saved.
  const own = decided?.author?.user_id === user_id;
  return (
    <Panel title={own ? 'You have decided this case' : 'Your decision was not recorded'}>
      <Notice tone={own ? 'plain' : 'warn'} alert>
        {own
          ? 'Your decision stands: the notes show what was recorded. Here is what you last wrote.'
          : 'The case left the desk before you decided. Nothing of this was saved.'}
      </Notice>
      <Facts
        items={[
          ['Result in words', label === '' ? undefined : label],
          ['Why', note === '' ? undefined : note],
          ['Provider’s document', document === '' ? undefined : document],
        ]}
      />
      <Group justify="flex-end" gap="sm">
        <CopyButton value={[label, note, document].filter(Boolean).join('\n')} what="what you wrote" />
        <Button variant="default" onClick={onDiscard}>
          Discard it
        </Button>
      </Group>
    </Panel>
  );
}
