import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { ApiFailure } from '../../lib/api/failure.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { askForPasskey, knowsPasskeys } from '../../lib/proof/passkeys.js';
import { useSession } from '../../lib/session/session.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { useQuestionAhead } from './use-question-ahead.js';

/** On a touch screen nothing announces a click: what it needs has to be there already. */
const CLICKS_COME_UNANNOUNCED = '(hover: none)';

/**
 * Signs in with a passkey alone; absent where the browser does not support passkeys. The question is fetched on the way
 * to the button, or with the page. If it still comes too late for a strict browser, it is there for the next click.
 */
export function PasskeyButton() {
  const { finishSignIn } = useSession();
  const ahead = useQuestionAhead();
  const attempt = useMutation({
    mutationFn: async (begun: Answer | undefined) => {
      const { question, passkey } = begun ?? answer(await ahead.fetch());
      const given = { challenge: question.challenge, passkey: await passkey, session: 'cookie' };
      await finishSignIn('/login/passkey', given);
    },
    onError: (error) => error instanceof ApiFailure && ahead.forget(),
  });
  // Whether it arrived is seen in the click.
  const prepare = () => void ahead.fetch().catch(() => undefined);
  const first = useRef(prepare);
  useEffect(() => {
    if (knowsPasskeys() && window.matchMedia(CLICKS_COME_UNANNOUNCED).matches) first.current();
  }, []);
  if (!knowsPasskeys()) return null;
  return (
    <>
      {attempt.isError && <FailureNotice error={passkeyFailure(attempt.error)} />}
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconFingerprint size={18} />}
        loading={attempt.isPending}
        onPointerEnter={prepare}
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={() => {
          const question = ahead.now();
          attempt.mutate(question && answer(question));
        }}
      >
        Use a passkey
      </Button>
    </>
  );
}

interface Answer {
  question: WirePasskeyQuestion;
  passkey: Promise<unknown>;
}

function answer(question: WirePasskeyQuestion): Answer {
  return { question, passkey: askForPasskey(question.passkey_options) };
}
