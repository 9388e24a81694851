import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useServices } from '../../lib/api/use-services.js';
import { LoadingRows } from '../../lib/ui/loading-rows.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { forgetDraft } from './begin-draft.js';
import { currentFormKey, renewFormKey } from './form-key.js';
import { CheckForm } from './lazy-form.js';
import classes from './new-check.module.css';
import { AlreadySubmitted } from './refusal-notice.js';
import { ServicePicker } from './service-picker.js';
import { useEarlierSubmission } from './use-earlier-submission.js';

/** Tells the style how tall the form is, on which it depends what of it stays in view beside the list. */
function tellHeight(form: HTMLElement | null) {
  if (form === null) return;
  const observer = new ResizeObserver(() => form.style.setProperty('--tall', `${form.offsetHeight}px`));
  observer.observe(form);
  return () => observer.disconnect();
}

/** The page where a check is chosen, filled in and paid for. */
export function NewCheckPage() {
  const { service: chosen } = useSearch({ from: '/submit/checks/new' });
  const services = useServices();
  const [formKey, setFormKey] = useState(currentFormKey);
  const earlier = useEarlierSubmission(formKey);
  const takeAnotherKey = () => setFormKey(renewFormKey());
  const startAnew = () => {
    forgetDraft();
    takeAnotherKey();
  };
  return (
    <Page title="New check" lead="Choose a check. You see its charge before anything is submitted.">
      {earlier !== undefined && (
        <div className={classes.earlier}>
          <AlreadySubmitted requestId={earlier} onStartAnew={startAnew} />
        </div>
      )}
      <QueryView query={services} rows={10}>
        {(list) => {
          const service = list.data.find(({ service_code }) => service_code === chosen);
          return (
            <div className={classes.columns} data-chosen={service !== undefined}>
              <div className={classes.list}>
                <ServicePicker services={list} chosen={service?.service_code} />
              </div>
              {service !== undefined && (
                <div className={classes.form} ref={tellHeight}>
                  <Link to="/checks/new" className={`${classes.back} ${text.link}`}>
                    Back to all checks
                  </Link>
                  <Suspense fallback={<LoadingRows rows={8} />}>
                    <CheckForm
                      key={`${service.service_code} ${formKey}`}
                      service={service}
                      formKey={formKey}
                      onAnotherKey={takeAnotherKey}
                    />
                  </Suspense>
                </div>
              )}
            </div>
          );
        }}
      </QueryView>
    </Page>
  );
}
