import { Button, Group, Modal } from '@mantine/core';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import { useUntilClosed } from '../../lib/ui/use-until-closed.js';
import classes from './security.module.css';

/** Shows recovery codes, which can be seen only once. Only its button closes it, never a stray click. */
export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const { shown, onClosed } = useUntilClosed(codes);
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Notice tone="warn">
        Store them where you find them without your telephone. Each stands in for your second factor once.
        They are not shown again.
      </Notice>
      <ul className={classes.codes}>
        {shown?.map((code) => (
          <li key={code}>
            <code className={text.mono} data-testid="recovery-code">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="sm">
        <CopyButton value={shown?.join('\n') ?? ''} what="recovery codes" />
        <Button onClick={onClose} data-autofocus>
          I have stored them
        </Button>
      </Group>
    </Modal>
  );
}
