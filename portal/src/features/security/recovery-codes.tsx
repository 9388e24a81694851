import { Button, Group, Modal } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { saveFile } from '../../lib/api/save-file.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import { useStayHere } from '../../lib/ui/use-stay-here.js';
import { useUntilStored } from '../../lib/ui/use-until-closed.js';
import { CodesOnPaper } from './codes-on-paper.js';
import classes from './security.module.css';
import { useCodeWords } from './use-code-words.js';

/** Shows recovery codes, which can be seen only once. Only its button closes it, never a stray click or Back. */
export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  useStayHere(codes !== null);
  const { shown, onClosed } = useUntilStored(codes);
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
        Store them where you can find them without your phone. Each stands in for your second factor once.
        They are not shown again.
      </Notice>
      {shown !== null && <Codes codes={shown} />}
      <Button fullWidth onClick={onClose} data-autofocus>
        I have stored them
      </Button>
    </Modal>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const words = useCodeWords();
  const file = [...words, '', ...codes, ''].join('\r\n');
  return (
    <>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={text.mono} data-testid="recovery-code">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <Group className={classes.ways ?? ''} gap="sm">
        <CopyButton value={codes.join('\n')} what="recovery codes" />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={15} />}
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPrinter size={15} />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <CodesOnPaper words={words} codes={codes} />
    </>
  );
}
