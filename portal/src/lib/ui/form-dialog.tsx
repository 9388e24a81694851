import { Button, Modal } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { faultsByField } from '../api/failure.js';
import { FailureNotice } from './failure-notice.js';
import classes from './form.module.css';
import { useFocusBack } from './use-focus-back.js';
import { useStayWhile } from './use-stay-while.js';

interface FormDialogProps<Values extends object, Answer> {
  opened?: boolean;
  title: string;
  /** The verb on the button. */
  action: string;
  fields: UseFormReturnType<Values>;
  send: (values: Values) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** What to know if no answer came. */
  ifLost?: string;
  onClose: () => void;
  /** The inputs. */
  children: ReactNode;
}

/** A form in a dialog. The API's faults are shown at their fields, or above the form if it has none for them. */
export function FormDialog<Values extends object, Answer>(props: FormDialogProps<Values, Answer>) {
  const { opened = true, title, action, fields, send, onSent, ifLost, onClose, children } = props;
  useFocusBack();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (fault) => fields.setErrors(faultsByField(fault, fields.getValues())),
  });
  const stay = useStayWhile(isPending, onClose);
  return (
    // What failed is not said of what it is opened for next.
    <Modal opened={opened} {...stay} onExitTransitionEnd={reset} title={title}>
      <form className={classes.stack} noValidate onSubmit={fields.onSubmit((values) => mutate(values))}>
        <FailureNotice error={error} inputs={fields.getValues()} ifLost={ifLost} />
        {children}
        <div className={classes.acts}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
