import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.js';
import classes from './form.module.css';
import { useFocusBack } from './use-focus-back.js';
import { useStayWhile } from './use-stay-while.js';
import { useUntilClosed } from './use-until-closed.js';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The verb on the button. */
  action: string;
  /** The words on the button that leaves everything as it is. */
  dismiss?: string;
  dangerous?: boolean;
  busy: boolean;
  error: unknown;
  /** What to know if no answer came. */
  ifLost?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something irreversible, saying what it will do. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, busy, onConfirm, onClose } = props;
  useFocusBack(opened);
  const stay = useStayWhile(busy, onClose);
  const { shown, onClosed } = useUntilClosed(opened ? props : null);
  const { title, action, dismiss = 'Cancel', dangerous = false, error, ifLost, children } = shown ?? props;
  return (
    <Modal opened={opened} {...stay} onExitTransitionEnd={onClosed} title={title}>
      <div className={classes.stack}>
        <div className={classes.words}>{children}</div>
        <FailureNotice error={error} ifLost={ifLost} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={busy} onClick={onClose} data-autofocus>
            {dismiss}
          </Button>
          <Button {...(dangerous && { color: 'red.8' })} loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
