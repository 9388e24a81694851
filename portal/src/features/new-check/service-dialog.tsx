import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ListFact, RecordFact } from '../../../../shared/facts/fact.js';
import { checkOf } from '../../../../shared/services/index.js';
import type { WireService, WireServiceInFull } from '../../../../shared/wire/services.js';
import { useService } from '../../lib/api/use-service.js';
import { durationWords, formatCredits } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { Checks } from '../report/checks.js';
import { StatusPanel } from '../report/status-panel.js';
import classes from './service-dialog.module.css';

interface ServiceDialogProps {
  service: WireService;
  /** Offers to choose the check, if it is not chosen yet. */
  choosable?: boolean;
  onClose: () => void;
}

/** Everything worth knowing about a check before choosing it, including a report about an invented person. */
export function ServiceDialog({ service, choosable = false, onClose }: ServiceDialogProps) {
  const navigate = useNavigate();
  useFocusBack();
  const query = useService(service.service_code);
  return (
    <Modal opened onClose={onClose} title={service.label} size="xl">
      <QueryView query={query} rows={8}>
        {(full) => (
          <div className={classes.body}>
            <p className={classes.lead}>{full.description}</p>
            <About service={full} />
            <h2 className={classes.heading}>What it returns</h2>
            <Returns service={full} />
            <h2 className={classes.heading}>A sample report</h2>
            <p className={text.muted}>About nobody real: every name and number is made up.</p>
            <div className={classes.sample}>
              <StatusPanel report={full.example} />
              <Checks report={full.example} sample />
            </div>
            {choosable && (
              <Button
                onClick={() => {
                  onClose();
                  void navigate({ to: '/checks/new', search: { service: service.service_code } });
                }}
              >
                {`Choose this check · ${formatCredits(service.credits)}`}
              </Button>
            )}
          </div>
        )}
      </QueryView>
    </Modal>
  );
}

function About({ service }: { service: WireServiceInFull }) {
  const { turnaround, input, checks, source } = service;
  return (
    <Facts
      items={[
        ['Charge', `${formatCredits(service.credits)}, even when the source has no record`],
        ['Source', source.charAt(0).toUpperCase() + source.slice(1)],
        ['Input', `${input.label}, for example ${input.example}`],
        [
          'Typical time',
          turnaround === null
            ? 'Not known yet'
            : `Half within ${durationWords(turnaround.p50_ms)}, 19 of 20 within ${durationWords(turnaround.p95_ms)}`,
        ],
        ['Parts', checks.length > 1 ? checks.map((code) => checkOf(code).label).join(' · ') : undefined],
        [
          'Consent',
          service.biometric_consent_required
            ? 'The person must explicitly agree to their ID photograph being fetched'
            : undefined,
        ],
      ]}
    />
  );
}

/** The labels of the facts that each part returns. */
function Returns({ service: { checks } }: { service: WireServiceInFull }) {
  return checks.map((code) => (
    <div key={code}>
      {checks.length > 1 && <p className={classes.part}>{checkOf(code).label}</p>}
      <ul className={classes.facts}>
        {labelsOf(checkOf(code).facts).map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </div>
  ));
}

function labelsOf({ members }: RecordFact): string[] {
  return Object.values(members).map((fact) => (fact.kind === 'list' ? listLabel(fact) : fact.label));
}

function listLabel({ label, item }: ListFact): string {
  if (item.kind !== 'record') return label;
  const inner = labelsOf(item).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  return `${label}: ${inner.join(', ')}`;
}
