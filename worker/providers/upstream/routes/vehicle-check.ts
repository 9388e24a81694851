import { compact } from '../../../../shared/domain/input-types/compact.js';
import type { Gathered } from '../../../../shared/services/index.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const FACTS = factsOf('vehicle_check');
type Vehicle = Gathered<'vehicle_check'>;

/** vehicle_check: a vehicle by its licence plate; one recorded as stolen is negative. */
export const vehicleCheck: Route = {
  path: '/vehicle-check',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      echo: ({ registration_number }) => registration_number,
      contradicts: ({ stolen }, status) => stolen === true && status === 'no_record',
      noRecordLabel: 'No vehicle under this registration number',
      interpret: (vehicle, matched) => ({
        outcome: matched && vehicle.stolen !== true ? 'positive' : 'negative',
        label: label(vehicle, matched, input.parameters.vin),
        details: vehicle,
      }),
    }),
};

function label(vehicle: Vehicle, matched: boolean, askedVin: string | undefined): string {
  const found = matched ? 'Vehicle found' : 'Vehicle registration number not confirmed';
  if (!matched && vehicle.stolen !== true) return found;
  const vinDiffers = askedVin !== undefined && contradictsVin(vehicle.vin ?? '', askedVin);
  return [found, theft(vehicle.stolen), ...(vinDiffers ? ['its VIN is not the one given'] : [])].join('; ');
}

/** Registers also write VINs in lower case or in groups; an empty one states nothing. */
function contradictsVin(stated: string, asked: string): boolean {
  const vin = compact(stated).toUpperCase();
  return vin !== '' && vin !== asked;
}

function theft(stolen: boolean | undefined): string {
  if (stolen === undefined) return 'theft status not stated';
  return stolen ? 'recorded as stolen' : 'not recorded as stolen';
}
