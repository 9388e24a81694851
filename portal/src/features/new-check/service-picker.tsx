import { Link } from '@tanstack/react-router';
import type { ServiceCode } from '../../../../shared/services/index.js';
import type { WireService, WireServices } from '../../../../shared/wire/services.js';
import { Badge } from '../../lib/ui/badge.js';
import { loadForm } from './load-form.js';
import classes from './service-picker.module.css';

interface ServicePickerProps {
  services: WireServices;
  chosen: ServiceCode | undefined;
}

/** The checks by category, with what they take and cost. */
export function ServicePicker({ services, chosen }: ServicePickerProps) {
  const categories = [...new Set(services.data.map(({ category }) => category))];
  return (
    <nav className={classes.picker} aria-label="Checks">
      {categories.map((category) => (
        <section key={category} className={classes.group}>
          <h2 className={classes.category}>{category}</h2>
          <ul className={classes.list}>
            {services.data
              .filter((service) => service.category === category)
              .map((service) => (
                <li key={service.service_code}>
                  <Choice service={service} chosen={service.service_code === chosen} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p className={classes.later}>
        Not connected yet: {services.capabilities.map(({ label }) => label).join(' · ')}.
      </p>
    </nav>
  );
}

function Choice({ service, chosen }: { service: WireService; chosen: boolean }) {
  return (
    <Link
      to="/checks/new"
      search={{ service: service.service_code }}
      replace={chosen}
      className={classes.choice ?? ''}
      onPointerEnter={() => void loadForm()}
      onFocus={() => void loadForm()}
      {...(chosen && { 'data-chosen': true })}
    >
      <span className={classes.text}>
        <span className={classes.label}>
          {service.label}
          {service.health !== 'operational' && (
            <Badge tone="warn">{service.health === 'down' ? 'Source down' : 'Some errors'}</Badge>
          )}
        </span>
        <span className={classes.hint}>{service.input.hint}</span>
      </span>
      <span className={classes.credits}>
        {service.credits}
        <span className={classes.unit}>credits</span>
      </span>
    </Link>
  );
}
