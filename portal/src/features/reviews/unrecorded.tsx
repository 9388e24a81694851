import { Button, Group } from '@mantine/core';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Facts } from '../../lib/ui/facts.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import type { DecisionDraft } from './decision-draft.js';

/** What the viewer had written when someone else decided the case, to keep or to discard. */
export function Unrecorded({ draft, onDiscard }: { draft: DecisionDraft; onDiscard: () => void }) {
  const { label, note, document } = draft;
  if (label === '' && note === '' && document === '') return null;
  return (
    <Panel title="Your decision was not recorded">
      <Notice tone="warn" alert>
        The case left the desk before you decided. Nothing of this was saved.
      </Notice>
      <Facts
        items={[
          ['Result in words', label === '' ? undefined : label],
          ['Why', note === '' ? undefined : note],
          ['Where the provider says so', document === '' ? undefined : document],
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
