import { date, flag, number, numberOfThing, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

export const vehicleCheck = check({
  code: 'vehicle_check',
  label: 'Vehicle Check',
  category: 'Vehicle',
  description:
    'Looks up a registration number in the vehicle registry, and whether the vehicle is recorded as stolen. Use it before buying, financing or insuring a vehicle.',
  input: {
    types: ['vehicle_registration_number'],
    hint: 'Registration (plate) number',
    example: 'TST001GP',
  },
  parameters: ['vin'],
  source: 'vehicle registry',
  provider: 'upstream',
  facts: record('Vehicle', {
    registration_number: numberOfThing(
      'Registration number',
      '****01GP',
      'As returned by the registry, masked.',
    ),
    make: text('Make', 'Examplar'),
    model: text('Model', 'Model 1'),
    year: number('Year of manufacture', 2020),
    colour: word('Colour', 'white'),
    vin: numberOfThing('VIN', 'TESTVN00000000001', 'Vehicle identification number.'),
    engine_number: numberOfThing('Engine number', 'ENG0000001'),
    stolen: flag('Recorded as stolen', false),
    licence_expiry: date('Licence valid until', '2030-01-31'),
  }),
  finding: { outcome: 'positive', label: 'Vehicle found; not recorded as stolen' },
});
