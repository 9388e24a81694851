import { keepFormulaErrors } from '../../../api/batches/file/formula-errors.js';
import { expectLinear } from '../../support/expect-linear.js';

describe('keepFormulaErrors', () => {
  it('searches a sheet once, however much space there is in a cell', () => {
    expectLinear(80_000, (length) => {
      keepFormulaErrors(`<c r="A1"><f/>${' '.repeat(length)}`);
    });
  });
});
