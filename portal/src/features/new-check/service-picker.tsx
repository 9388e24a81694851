import { ActionIcon, TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ServiceCode, serviceOf } from '../../../../shared/services/index.js';
import type { WireService, WireServices } from '../../../../shared/wire/services.js';
import { DialogPart } from '../../lib/parts/dialog-part.js';
import { lazyPart } from '../../lib/parts/lazy-part.js';
import { readCodes, useStoredCodes } from '../../lib/stored-codes.js';
import { Badge } from '../../lib/ui/badge.js';
import { CheckForm } from './lazy-form.js';
import classes from './service-picker.module.css';
import { FAVOURITES, LAST_USED } from './used-checks.js';

const ServiceDialog = lazyPart(async () => (await import('./service-dialog.js')).ServiceDialog);

interface ServicePickerProps {
  services: WireServices;
  chosen: ServiceCode | undefined;
}

/** The checks by category, with what they take and cost; favourites and recently used ones come first. */
export function ServicePicker({ services, chosen }: ServicePickerProps) {
  const [wanted, setWanted] = useState('');
  const [favourites, setFavourites] = useStoredCodes(FAVOURITES);
  const [lastUsed] = useState(() => readCodes(LAST_USED));
  const [shown, setShown] = useState<WireService>();
  const groups = groupsOf(services.data, wanted, favourites, lastUsed);
  const toggle = (code: ServiceCode) =>
    setFavourites(
      favourites.includes(code) ? favourites.filter((known) => known !== code) : [...favourites, code],
    );
  return (
    <nav className={classes.picker} aria-label="Checks" data-overview={chosen === undefined}>
      <TextInput
        className={classes.find ?? ''}
        aria-label="Find a check"
        placeholder="Find a check"
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <div className={classes.groups}>
        {groups.map(([title, members]) => (
          <section key={title} className={classes.group}>
            <h2 className={classes.category}>{title}</h2>
            <ul className={classes.list}>
              {members.map((service) => (
                <li key={service.service_code} className={classes.row}>
                  <Choice
                    service={service}
                    chosen={service.service_code === chosen}
                    overview={chosen === undefined}
                  />
                  <span className={classes.tools}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`About ${service.label}`}
                      title="What it returns, with a sample"
                      onClick={() => setShown(service)}
                    >
                      <IconInfoCircle size={17} stroke={1.7} />
                    </ActionIcon>
                    <Star
                      label={service.label}
                      starred={favourites.includes(service.service_code)}
                      onToggle={() => toggle(service.service_code)}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.length === 0 && <p className={classes.later}>No check matches “{wanted.trim()}”.</p>}
      <p className={classes.later}>
        Not connected yet: {services.capabilities.map(({ label }) => label).join(' · ')}.
      </p>
      {shown !== undefined && (
        <DialogPart onClose={() => setShown(undefined)}>
          <ServiceDialog service={shown} choosable onClose={() => setShown(undefined)} />
        </DialogPart>
      )}
    </nav>
  );
}

type Group = readonly [title: string, services: readonly WireService[]];

/** Each check appears in one group only, so that no link appears twice. */
function groupsOf(
  services: readonly WireService[],
  wanted: string,
  favourites: readonly ServiceCode[],
  lastUsed: readonly ServiceCode[],
): Group[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = services.filter((service) => words.every((word) => textOf(service).includes(word)));
  if (words.length > 0) return found.length === 0 ? [] : [['Found', found]];
  const starred = found.filter(({ service_code }) => favourites.includes(service_code));
  const used = found.filter(
    (service) => lastUsed.includes(service.service_code) && !starred.includes(service),
  );
  const others = found.filter((service) => !starred.includes(service) && !used.includes(service));
  const categories = [...new Set(others.map(({ category }) => category))];
  const all: Group[] = [
    ['Favourites', starred],
    ['Last used', used],
    ...categories.map((name): Group => [name, others.filter(({ category }) => category === name)]),
  ];
  return all.filter(([, members]) => members.length > 0);
}

function textOf({ label, category, input, service_code }: WireService): string {
  return `${label} ${category} ${input.label} ${input.hint} ${service_code}`.toLowerCase();
}

interface StarProps {
  label: string;
  starred: boolean;
  onToggle: () => void;
}

function Star({ label, starred, onToggle }: StarProps) {
  const Icon = starred ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Favourite: ${label}`}
      aria-pressed={starred}
      title={starred ? 'No longer a favourite' : 'Make it a favourite'}
      onClick={onToggle}
    >
      <Icon size={17} stroke={1.7} {...(starred && { className: classes.starred })} />
    </ActionIcon>
  );
}

interface ChoiceProps {
  service: WireService;
  chosen: boolean;
  /** While nothing is chosen, there is room to say what each check is for. */
  overview: boolean;
}

function Choice({ service, chosen, overview }: ChoiceProps) {
  return (
    <Link
      to="/checks/new"
      search={{ service: service.service_code }}
      replace={chosen}
      className={classes.choice ?? ''}
      onPointerEnter={() => void CheckForm.preload()}
      onFocus={() => void CheckForm.preload()}
      {...(chosen && { 'data-chosen': true })}
    >
      <span className={classes.text}>
        <span className={classes.label}>
          {service.label}
          {service.health !== 'operational' && (
            <Badge tone="warn">{service.health === 'down' ? 'Source down' : 'Some errors'}</Badge>
          )}
        </span>
        {overview && <span className={classes.purpose}>{whatFor(service.service_code)}</span>}
        <span className={classes.hint}>{service.input.hint}</span>
      </span>
      <span className={classes.credits}>
        {service.credits}
        <span className={classes.unit}>credits</span>
      </span>
    </Link>
  );
}

/** The first sentence of its description. */
function whatFor(code: ServiceCode): string {
  const [first = ''] = serviceOf(code).description.split(/(?<=\.) /);
  return first;
}
