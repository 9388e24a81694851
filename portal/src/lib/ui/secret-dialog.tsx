import { Button, Modal } from '@mantine/core';
import { CopyButton } from './copy-button.js';
import { Notice } from './notice.js';
import classes from './secret-dialog.module.css';

interface SecretDialogProps {
  /** The secret; null if there is none to show. */
  secret: string | null;
  title: string;
  /** Names the secret: "API key". */
  what: string;
  advice: string;
  onClose: () => void;
}

/** Shows something that can be seen only once. Only its button closes it, never a stray click. */
export function SecretDialog({ secret, title, what, advice, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Notice tone="warn">{advice}</Notice>
      <div className={classes.secret}>
        <code className={classes.value} data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret ?? ''} what={what} />
      </div>
      <Button fullWidth onClick={onClose} data-autofocus>
        I have stored it
      </Button>
    </Modal>
  );
}
