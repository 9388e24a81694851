import { compact } from './compact.js';

// ISO 3779 excludes I, O and Q, which look like 1 and 0.
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i;

/**
 * Returns the clean form of a vehicle identification number, or undefined. Its check digit is American, so not
 * enforced.
 */
export function cleanVin(raw: string): string | undefined {
  const vin = compact(raw);
  return VIN.test(vin) ? vin.toUpperCase() : undefined;
}
