import { Button, Group, Modal } from '@mantine/core';
import { useSession } from '../../lib/session/session.js';
import { useIdleSignOut } from '../../lib/session/use-idle-sign-out.js';
import { useSessionWatch } from '../../lib/session/use-session-watch.js';
import { ESCAPES_HERE } from '../../lib/ui/escapes-here.js';

/** Signs out of an unattended screen, after asking a minute before, and sees to it that an ended session is noticed. */
export function IdleGuard() {
  const { end } = useSession();
  useSessionWatch();
  const { secondsLeft, stay } = useIdleSignOut(() => void end('idle'));
  return (
    <Modal
      opened={secondsLeft !== null}
      onClose={stay}
      onKeyDown={({ key }) => key === 'Escape' && stay()}
      withCloseButton={false}
      // Above every dialog, the question for a proof of identity included: it would be asked behind that, unseen.
      zIndex={500}
      title="Are you still there?"
    >
      <p role="timer">
        You have not used this page for a while. Because reports are confidential, you will be signed out in{' '}
        {secondsLeft ?? 0} seconds.
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" {...ESCAPES_HERE} onClick={() => void end('signed_out')}>
          Sign out now
        </Button>
        <Button {...ESCAPES_HERE} onClick={stay} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
