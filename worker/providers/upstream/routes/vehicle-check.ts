import { amount, flag, isoDate, object, optional, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const VEHICLE_DATA = object({
  registrationNumber: optional(text),
  make: optional(text),
  model: optional(text),
  year: optional(amount),
  colour: optional(text),
  vin: optional(text),
  engineNumber: optional(text),
  stolen: optional(flag),
  licenceExpiry: optional(isoDate),
});
type Vehicle = ReturnType<typeof VEHICLE_DATA>;

/** vehicle_check: a vehicle by its licence plate; one recorded as stolen is negative. */
export const vehicleCheck: Route = {
  path: '/vehicle-check',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: VEHICLE_DATA,
      echo: ({ registrationNumber }) => registrationNumber,
      contradicts: ({ stolen }, status) => stolen === true && status === 'no_record',
      noRecordLabel: 'No vehicle under this registration number',
      interpret: (vehicle, matched) => ({
        outcome: matched && vehicle.stolen !== true ? 'positive' : 'negative',
        label: label(vehicle, matched, input.parameters.vin),
        details: {
          registration_number: vehicle.registrationNumber,
          make: vehicle.make,
          model: vehicle.model,
          year: vehicle.year,
          colour: vehicle.colour,
          vin: vehicle.vin,
          engine_number: vehicle.engineNumber,
          stolen: vehicle.stolen,
          licence_expiry: vehicle.licenceExpiry,
        } satisfies Gathered<'vehicle_check'>,
      }),
    }),
};

function label(vehicle: Vehicle, matched: boolean, askedVin: string | undefined): string {
  const found = matched ? 'Vehicle found' : 'Vehicle registration number not confirmed';
  if (!matched && vehicle.stolen !== true) return found;
  const vinDiffers = askedVin !== undefined && vehicle.vin !== undefined && vehicle.vin !== askedVin;
  return [found, theft(vehicle.stolen), ...(vinDiffers ? ['its VIN is not the one given'] : [])].join('; ');
}

function theft(stolen: boolean | undefined): string {
  if (stolen === undefined) return 'theft status not stated';
  return stolen ? 'recorded as stolen' : 'not recorded as stolen';
}
