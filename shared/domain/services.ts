/** What a subject can be; `input-types.ts` has the rule of each. */
export const INPUT_TYPES = [
  'sa_id_number',
  'refugee_file_number',
  'contact_number',
  'company_registration_number',
  'vehicle_registration_number',
  'name',
] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Services that are one unit of provider work; bundles consist of these. */
export const CHECK_CODES = [
  'identity_check',
  'said_verification',
  'refugee_verification',
  'address_lookup',
  'consumer_trace',
  'phone_trace',
  'property_search',
  'marital_status',
  'alive_status',
  'aml_screening',
  'cipc_company',
  'cipc_director',
  'vehicle_check',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export type ServiceCode = CheckCode | 'employee_bundle' | 'kyc_bundle';

/** The optional inputs beside the subject; `parameters.ts` has the rule of each. */
export type ParameterName = 'entity' | 'country' | 'dataset' | 'vin';
export type Parameters = Partial<Record<ParameterName, string>>;

export interface Service {
  readonly code: ServiceCode;
  readonly label: string;
  readonly category: string;
  /** The accepted subject types, most common first, and how to ask a person for one. */
  readonly input: { readonly types: readonly InputType[]; readonly hint: string; readonly example: string };
  readonly checks: readonly CheckCode[];
  readonly parameters: readonly ParameterName[];
  /** The check asks for an ID photograph, which needs explicit consent (specification 1, rule 2). */
  readonly biometricConsentRequired: boolean;
}

const SA_ID = {
  types: ['sa_id_number'],
  hint: 'South African identity number, 13 digits',
  example: '0001010000071',
} as const;

function single(
  code: CheckCode,
  label: string,
  category: string,
  input: Service['input'],
  more: Partial<Pick<Service, 'parameters' | 'biometricConsentRequired'>> = {},
): Service {
  return {
    code,
    label,
    category,
    input,
    checks: [code],
    parameters: [],
    biometricConsentRequired: false,
    ...more,
  };
}

function bundle(code: ServiceCode, label: string, checks: readonly CheckCode[]): Service {
  return {
    code,
    label,
    category: 'Bundles',
    input: SA_ID,
    checks,
    parameters: [],
    biometricConsentRequired: false,
  };
}

/** The connected services in the order of the specification's table, whose labels and categories these are. */
export const SERVICES: readonly Service[] = [
  single('identity_check', 'ID + Photo (Real-Time)', 'Identity', SA_ID, { biometricConsentRequired: true }),
  single('said_verification', 'SA ID (Basic)', 'Identity', SA_ID),
  single('refugee_verification', 'Refugee / Asylum ID', 'Identity', {
    types: ['refugee_file_number'],
    hint: 'File number of the refugee or asylum permit: letters, then digits',
    example: 'PTASYN000000001',
  }),
  bundle('employee_bundle', 'Employee Bundle', ['said_verification', 'consumer_trace', 'cipc_director']),
  bundle('kyc_bundle', 'Standard KYC Bundle', ['said_verification', 'address_lookup', 'consumer_trace']),
  single('address_lookup', 'Address Lookup', 'Background', SA_ID),
  single('consumer_trace', 'Consumer/Person Trace', 'Background', SA_ID),
  single('phone_trace', 'Trace by Phone', 'Background', {
    types: ['contact_number'],
    hint: 'South African phone number, national or international form',
    example: '+27710000001',
  }),
  single('property_search', 'Property Search by ID', 'Property', SA_ID),
  single('marital_status', 'Marital Status (Real-Time)', 'Identity', SA_ID),
  single('alive_status', 'Alive/Deceased Status (Real-Time)', 'Identity', SA_ID),
  single(
    'aml_screening',
    'AML/PEP/Sanctions',
    'AML/PEP',
    { types: ['name'], hint: 'Full name of the person or company to screen', example: 'Test Subject One' },
    { parameters: ['entity', 'country', 'dataset'] },
  ),
  single('cipc_company', 'Company Verification (company registry)', 'Company registry', {
    types: ['company_registration_number'],
    hint: 'Company registration number, YYYY/NNNNNN/NN',
    example: '2000/000001/07',
  }),
  single('cipc_director', 'Director Search (company registry)', 'Company registry', {
    types: ['sa_id_number', 'company_registration_number'],
    hint: 'Identity number of the director, or registration number of the company',
    example: '0001010000071',
  }),
  single(
    'vehicle_check',
    'Vehicle Check',
    'Vehicle',
    { types: ['vehicle_registration_number'], hint: 'Registration (plate) number', example: 'TST001GP' },
    { parameters: ['vin'] },
  ),
];

const BY_CODE: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.code, service]));

/** The service of a code as a caller wrote it, or undefined. */
export function findService(code: string): Service | undefined {
  return BY_CODE.get(code);
}

/** The service of a code that is known to exist, because the compiler or the database says so. Throws otherwise. */
export function serviceOf(code: ServiceCode): Service {
  const service = findService(code);
  if (service === undefined) throw new Error(`Bug: unknown service code in our own data: ${code}`);
  return service;
}

/** Capabilities that the specification names without a service code: shown, never sold (specification 1). */
export const CAPABILITIES_NOT_CONNECTED: readonly string[] = [
  'Face match',
  'Age estimate',
  'Passive liveness',
  'Document authentication',
  'Smart ID card scanning',
  "Driver's licence barcode verification",
  'Vehicle licence disc scanning',
  'Pan-African ID verification',
];
