import { expect } from 'chai';
import { isFormulaError, keepFormulaErrors } from '../../../api/batches/file/formula-errors.js';
import { expectLinear } from '../../support/time/expect-linear.js';

describe('keepFormulaErrors', () => {
  it('searches a sheet once, however much space there is in a cell', () => {
    expectLinear(80_000, (length) => {
      keepFormulaErrors(`<c r="A1"><f/>${' '.repeat(length)}`);
    });
  });
});

describe('isFormulaError', () => {
  const ERRORS: Readonly<Record<string, readonly string[]>> = {
    English: ['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#SPILL!', '#ERROR!', '#GETTING_DATA', 'Err:502'],
    German: ['#NV', '#BEZUG!', '#WERT!', '#ÜBERLAUF!', 'Fehler:502'],
    French: ['#N/D', '#NOM ?', '#DIV/0 !', '#VALEUR!', 'Err :509'],
    Spanish: ['#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!'],
    Portuguese: ['#N/DISP', '#NÚM!', 'Erro:508'],
    Dutch: ['#N/B', '#DELING.DOOR.0!', 'Fout:502'],
    Danish: ['#I/T', '#VÆRDI!'],
    Swedish: ['#SAKNAS', '#SAKNAS!', '#DIVISION/0!'],
    Russian: ['#Н/Д', '#ДЕЛ/0!', '#ИМЯ?', 'Ошибка:522'],
    Greek: ['#Δ/Υ', '#ΔΙΑΙΡ./0!'],
    Turkish: ['#YOK', '#BAŞV!', '#AD?'],
    Hungarian: ['#HIÁNYZIK', '#ÉRTÉK!'],
    Czech: ['#NENÍ_K_DISPOZICI', '#DĚLENÍ_NULOU!', 'Chyba:502'],
  };
  for (const [language, errors] of Object.entries(ERRORS)) {
    it(`knows those of programs in ${language}`, () => {
      expect(errors.filter((error) => !isFormulaError(error))).to.deep.equal([]);
    });
  }

  it('takes for none what a file may say of a person, a company or a case', () => {
    const texts = [
      'Anna Example',
      '#4711',
      '#A-17',
      '#1 Cleaning',
      '#Hashtag!',
      'N/A',
      'NV',
      'Flat:502',
      '#',
    ];
    expect(texts.filter(isFormulaError)).to.deep.equal([]);
  });
});
