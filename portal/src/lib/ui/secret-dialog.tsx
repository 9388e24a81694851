import { Button, Modal } from '@mantine/core';
import { CopyButton } from './copy-button.js';
import { Notice } from './notice.js';
import classes from './secret-dialog.module.css';
import { useStayHere } from './use-stay-here.js';
import { useUntilStored } from './use-until-closed.js';

interface SecretDialogProps {
  /** The secret; null if there is none to show. */
  secret: string | null;
  title: string;
  /** Names the secret: "API key". */
  what: string;
  advice: string;
  onClose: () => void;
}

/** Shows something that can be seen only once. Only its button closes it, never a stray click or Back. */
export function SecretDialog({ secret, title, what, advice, onClose }: SecretDialogProps) {
  useStayHere(secret !== null);
  const { shown, onClosed } = useUntilStored(secret);
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Notice tone="warn">{advice}</Notice>
      <div className={classes.secret}>
        <code className={classes.value} data-testid="secret">
          {shown}
        </code>
        <CopyButton value={shown ?? ''} what={what} />
      </div>
      <Button fullWidth onClick={onClose} data-autofocus>
        I have stored it
      </Button>
    </Modal>
  );
}
