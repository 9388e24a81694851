/** What a person is shown about a fact besides its value. */
interface Words {
  readonly label: string;
  /** What the label leaves unsaid. */
  readonly description?: string;
}

export interface TextFact extends Words {
  readonly kind: 'text';
  /** Invented: belongs to nobody. */
  readonly example: string;
  /** Some registers write it as a number. */
  readonly orNumber: boolean;
  /** A number or code of a thing, which is never taken for the number of a person that lost its leading zeros. */
  readonly ofThing: boolean;
}
/** A register's code for a state or kind of thing, in the register's own spelling. */
export interface WordFact extends Words {
  readonly kind: 'word';
  /** Invented: belongs to nobody. */
  readonly example: string;
  /** Display names of the register's codes; a code missing here is shown as a plain word. */
  readonly names: Readonly<Record<string, string>>;
}
/** A date, as yyyy-mm-dd. */
export interface DateFact extends Words {
  readonly kind: 'date';
  /** Invented: belongs to nobody; null where a date would contradict the other examples. */
  readonly example: string | null;
}
export interface MoneyFact extends Words {
  readonly kind: 'money';
  /** Invented: belongs to nobody. */
  readonly example: number;
  /** ISO 4217. */
  readonly unit: 'ZAR';
}
export interface NumberFact extends Words {
  readonly kind: 'number';
  /** Invented: belongs to nobody. */
  readonly example: number;
}
export interface FlagFact extends Words {
  readonly kind: 'flag';
  /** Invented: belongs to nobody. */
  readonly example: boolean;
}
export interface ListFact<Item extends PlainFact | RecordFact = PlainFact | RecordFact> extends Words {
  readonly kind: 'list';
  readonly item: Item;
}
/** Named facts in reading order. Each is absent if the source does not state it. */
export interface RecordFact extends Words {
  readonly kind: 'record';
  readonly members: Members;
}

type Members = Readonly<Record<string, PlainFact | ListFact>>;

/** A fact with a single value. */
export type PlainFact = TextFact | WordFact | DateFact | MoneyFact | NumberFact | FlagFact;

/** Defines one fact, from which its TypeScript type, its JSON Schema and its display follow. */
export type Fact = PlainFact | ListFact | RecordFact;

/** The values of a fact. */
export type ValueOf<F> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'number' | 'money' }
    ? number
    : F extends { kind: 'list'; item: infer Item }
      ? ValueOf<Item>[]
      : F extends { kind: 'record'; members: infer Members }
        ? { -readonly [Name in keyof Members]?: ValueOf<Members[Name]> }
        : F extends { kind: 'text'; orNumber: true }
          ? string | number
          : string;

/** A free text, as the register writes it. */
export function text(label: string, example: string, description?: string) {
  const kind = { kind: 'text', orNumber: false, ofThing: false } as const;
  return { ...kind, example, ...words(label, description) } as const satisfies TextFact;
}

/** The number or code that a register gave a thing, such as a title deed, a vehicle, a postal area or a phone. */
export function numberOfThing(label: string, example: string, description?: string) {
  const kind = { kind: 'text', orNumber: false, ofThing: true } as const;
  return { ...kind, example, ...words(label, description) } as const satisfies TextFact;
}

/** A text about a thing that some registers write as a number, such as a share: both "1/2" and 50 occur. */
export function textOrNumber(label: string, example: string, description: string) {
  const kind = { kind: 'text', orNumber: true, ofThing: true } as const;
  return { ...kind, example, label, description } as const satisfies TextFact;
}

/** A register's word for a state or kind: an open set, because registers add new ones. `names` maps its codes. */
export function word(
  label: string,
  example: string,
  description?: string,
  names: Readonly<Record<string, string>> = {},
) {
  return { kind: 'word', example, names, ...words(label, description) } as const satisfies WordFact;
}

/** A date as yyyy-mm-dd; `example` is null where one would contradict the other examples. */
export function date(label: string, example: string | null, description?: string) {
  return { kind: 'date', example, ...words(label, description) } as const satisfies DateFact;
}

/** An amount of South African rand. */
export function rand(label: string, example: number) {
  const description = 'In South African rand (ZAR).';
  return { kind: 'money', unit: 'ZAR', example, label, description } as const satisfies MoneyFact;
}

/** A quantity. For a number that a register gave a thing, use `numberOfThing`. */
export function number(label: string, example: number, description?: string) {
  return { kind: 'number', example, ...words(label, description) } as const satisfies NumberFact;
}

/** Yes or no. */
export function flag(label: string, example: boolean) {
  return { kind: 'flag', example, label } as const satisfies FlagFact;
}

/** Any number of facts of one kind. */
export function list<const Item extends ListFact['item']>(label: string, item: Item): ListFact<Item> {
  // The type is stated: inferred by way of `satisfies`, an item would be any fact, and its names any text.
  return { kind: 'list', item, label };
}

/** Several facts by name. */
export function record<const Named extends Members>(label: string, members: Named) {
  return { kind: 'record', members, label } as const satisfies RecordFact;
}

function words(label: string, description: string | undefined): Words {
  return description === undefined ? { label } : { label, description };
}
