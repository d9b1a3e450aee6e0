/** What a caller can say in one value, and how that is drawn, said and heard. */
export type Single =
  /** One of a closed list, by its key; of the words for each the first is said. */
  | {
      readonly type: 'choice'
      readonly options: Readonly<Record<string, readonly string[]>>
      /** What it is in records that nobody has changed. */
      readonly first?: string
    }
  /** Money in cents. What customers wish for lies in the upper half, what they have in the lower. */
  | {
      readonly type: 'amount'
      readonly low: number
      readonly high: number
      readonly step: number
    }
  /** A number of things, likewise; units are words by which it is known among other numbers. */
  | {
      readonly type: 'count'
      readonly low: number
      readonly high: number
      readonly units: readonly string[]
      /** Wishes lie in the lower half, and what they have in the upper. */
      readonly isLess?: true
    }
  /** A day of the month. */
  | { readonly type: 'day' }
  /** Month and day, as in 03-14. */
  | { readonly type: 'date' }
  /** Hours and minutes, as in 15:30. */
  | { readonly type: 'time' }
  /** House number, street and kind of street. */
  | { readonly type: 'address' }

/** What a member of a record can hold: one value, or several that were noted one after another. */
export type Member = Single | { readonly type: 'list'; readonly of: Single }

const choice = (
  options: Readonly<Record<string, readonly string[]>> | readonly string[],
  first?: string,
): Single => ({
  type: 'choice',
  options: Array.isArray(options)
    ? Object.fromEntries(options.map((option: string) => [option, [option]]))
    : (options as Readonly<Record<string, readonly string[]>>),
  ...(first === undefined ? {} : { first }),
})
const status = (...all: readonly [string, ...string[]]): Single => choice(all, all[0])
const dollars = (low: number, high: number, step: number): Single => ({
  type: 'amount',
  low: 100 * low,
  high: 100 * high,
  step: 100 * step,
})
const count = (low: number, high: number, ...units: readonly string[]): Single => ({
  type: 'count',
  low,
  high,
  units,
})
const ADDRESS: Single = { type: 'address' }
const DATE: Single = { type: 'date' }
const TIME: Single = { type: 'time' }
const DAY: Single = { type: 'day' }
const list = (of: Single): Member => ({ type: 'list', of })

/** The months that are no other words: not "march", not "may". */
const MONTHS = choice(
  'January,February,April,June,July,August,September,October,November,December'.split(','),
)

const DRUG = choice(['blood pressure', 'thyroid', 'allergy', 'cholesterol', 'migraine'])
const SIZE = choice({
  small: ['small'],
  medium: ['medium'],
  large: ['large'],
  extra_large: ['extra large', 'extra-large', 'XL'],
})
const SPECIALTY = choice({
  dermatologist: ['dermatologist', 'skin doctor', 'dermatology'],
  cardiologist: ['cardiologist', 'heart doctor', 'heart specialist', 'cardiology'],
  eye_doctor: ['eye doctor', 'ophthalmologist', 'eye specialist', 'ophthalmology'],
  neurologist: ['neurologist', 'neurology'],
  dentist: ['dentist', 'dental'],
})

const tables = {
  contacts: {
    address: ADDRESS,
    language: choice(['Spanish', 'French', 'German', 'Chinese', 'Arabic', 'English'], 'English'),
  },
  bills: {
    month: MONTHS,
    items: list(
      choice({
        express: ['express handling', 'express'],
        wrapping: ['gift wrapping'],
        storage: ['extra storage', 'storage'],
        kit: ['a starter kit', 'starter kit'],
      }),
    ),
  },
  fees: { month: MONTHS, amount: dollars(5, 50, 5), status: status('open', 'waived') },
  copies: { months: count(2, 12, 'invoice', 'invoices', 'month', 'months', 'bill', 'bills') },
  plans: {
    months: count(
      3,
      24,
      'month',
      'months',
      'instalment',
      'instalments',
      'installment',
      'installments',
      'payments',
      'parts',
      'monthly',
    ),
  },
  mandates: { day: DAY, status: status('active') },
  traces: { amount: dollars(20, 900, 5), date: DATE },
  tickets: { date: DATE, status: status('open') },
  accounts: {
    type: choice(['personal', 'business', 'family', 'holiday']),
    tariff: choice(['standard', 'student', 'business', 'family', 'premium'], 'standard'),
    status: status('active', 'closed'),
  },
  documents: {
    kind: choice({
      passport: ['passport'],
      driving_licence: [
        'driving licence',
        'driving license',
        "driver's license",
        "driver's licence",
        'drivers license',
      ],
    }),
  },
  frauds: { date: DATE },
  transactions: {
    merchant: choice([
      'Bluebird Cafe',
      'Harbor Toys',
      'Summit Outfitters',
      'Lantern Cinema',
      'Pinewood Market',
    ]),
    amount: dollars(10, 400, 1),
    status: status('posted', 'disputed'),
  },
  cards: {
    kind: choice(['debit', 'credit'], 'debit'),
    limit: dollars(500, 9_500, 500),
    status: choice(['active', 'lost', 'stolen', 'broken'], 'active'),
  },
  loans: { amount: dollars(2_000, 40_000, 500), months: count(12, 84, 'month', 'months') },
  claims: {
    cause: choice({
      water: ['water damage'],
      storm: ['storm damage', 'a storm', 'storm'],
      fire: ['fire damage', 'a fire', 'fire'],
      burglary: ['a burglary', 'burglary', 'a break-in', 'break-in'],
      accident: ['a car accident', 'car accident', 'an accident', 'accident', 'a car crash'],
    }),
    date: DATE,
    amount: dollars(100, 4_000, 5),
  },
  policies: { cover: dollars(50_000, 900_000, 10_000), status: status('active') },
  certificates: {
    receiver: choice(['landlord', 'bank', 'employer', 'lawyer']),
  },
  contracts: { end: DATE, status: status('active', 'ended') },
  orders: {
    size: SIZE,
    status: status('open'),
  },
  returns: {
    item: choice({
      shoes: ['the shoes', 'shoes', 'pair of shoes'],
      jacket: ['a jacket', 'jacket'],
      shirt: ['a shirt', 'shirt'],
      lamp: ['a lamp', 'lamp'],
      dress: ['a dress', 'dress'],
    }),
  },
  parcels: { address: ADDRESS, status: status('on the way') },
  repairs: {
    device: choice({
      washing_machine: ['washing machine'],
      dishwasher: ['dishwasher', 'dish washer'],
      phone: ['phone', 'mobile phone', 'smartphone'],
      headphones: ['pair of headphones', 'headphones'],
      router: ['modem'],
    }),
  },
  warranties: { years: count(1, 5, 'year', 'years') },
  outages: { since: TIME },
  credits: { date: DATE },
  meters: { reading: count(2_000, 90_000, 'kilowatt', 'kwh', 'units') },
  visits: { date: DATE },
  services: { address: ADDRESS, start: DATE },
  appointments: {
    specialty: SPECIALTY,
    date: DATE,
    time: TIME,
  },
  releases: {
    scope: choice({
      records: ['medical records', 'records', 'medical record'],
      x_rays: ['X-rays', 'X rays', 'X-ray', 'X ray'],
      whole_file: [
        'whole medical file',
        'medical file',
        'whole file',
        'complete file',
        'full file',
      ],
    }),
    receiver: choice({
      new_doctor: ['new doctor'],
      specialist: ['specialist'],
      surgeon: ['surgeon'],
      family_doctor: ['family doctor'],
    }),
  },
  prescriptions: {
    drug: DRUG,
    status: status('used up', 'renewed'),
  },
  deliveries: { address: ADDRESS },
  bookings: {
    date: DATE,
    meal: choice(['standard', 'vegetarian', 'vegan', 'kosher', 'halal', 'gluten-free'], 'standard'),
    status: status('booked'),
  },
  bags: {
    colour: choice({
      black: ['black'],
      red: ['red'],
      blue: ['blue'],
      green: ['green'],
      silver: ['silver', 'grey', 'gray'],
    }),
  },
  points: { credits: list(count(100, 5_000, 'points', 'point', 'miles')) },
  rewards: {
    reward: choice({
      teapot: ['the teapot', 'teapot'],
      backpack: ['the backpack', 'backpack'],
      coffee: ['the coffee set', 'coffee set'],
      blanket: ['the blanket', 'blanket'],
    }),
  },
  licenses: { device: choice(['desktop', 'laptop', 'tablet', 'workstation'], 'desktop') },
  subscriptions: {
    seats: count(5, 95, 'seat', 'seats', 'users', 'licenses'),
    status: status('active'),
  },
  users: {
    names: list(
      choice({
        partner: ['former partner', 'ex-partner'],
        brother: ['brother'],
        assistant: ['assistant'],
        accountant: ['accountant'],
        daughter: ['daughter'],
      }),
    ),
  },
  charges: {
    kind: choice(['service', 'card', 'cash', 'currency']),
    amount: dollars(5, 60, 1),
    status: status('charged', 'refunded'),
  },
  journeys: { country: choice(['Italy', 'Japan', 'Mexico', 'Kenya', 'Norway']) },
  payouts: {
    bank: choice(['Granite Bank', 'Meadow Bank', 'Lighthouse Bank', 'Orchard Bank']),
    status: status('waiting'),
  },
  tariffs: {
    plan: choice(['standard', 'comfort', 'economy', 'student', 'green'], 'standard'),
    status: status('active'),
  },
  purchases: {
    item: choice(['lamp', 'kettle', 'blanket', 'mirror', 'backpack']),
    amount: dollars(10, 200, 1),
    status: status('ordered', 'cancelled'),
  },
  exchanges: { item: choice(['jacket', 'dress', 'coat', 'shirt', 'sweater']), size: SIZE },
  pauses: { start: DATE, months: count(1, 6, 'month', 'months') },
  finals: { reading: count(2_000, 90_000, 'kilowatt', 'kwh', 'units'), date: DATE },
  consultations: { specialty: SPECIALTY, date: DATE, status: status('booked', 'cancelled') },
  transfers: {
    drug: DRUG,
    branch: choice(['airport', 'downtown', 'riverside', 'university']),
  },
  trips: {
    kind: choice({
      flight: ['flight'],
      hotel: ['hotel'],
      cruise: ['cruise'],
      car: ['rental car'],
    }),
    amount: dollars(80, 900, 5),
    status: status('booked', 'cancelled'),
  },
  passengers: { name: choice(['Lindqvist', 'Okonkwo', 'Ferreira', 'Haddad', 'Novak']) },
  gifts: {
    credits: count(100, 5_000, 'points', 'point', 'miles'),
    receiver: choice(['husband', 'wife', 'daughter', 'son']),
  },
  teams: {
    seats: { ...count(5, 95, 'seat', 'seats', 'users', 'licenses'), isLess: true } as Single,
    status: status('active'),
  },
}

export type TableName = keyof typeof tables

/** Records that companies keep of their customers, by the name of the table. */
export const TABLES: Readonly<Record<TableName, Readonly<Record<string, Member>>>> = tables
