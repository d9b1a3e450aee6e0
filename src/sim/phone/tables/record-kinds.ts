/** What a company has on its customers, several of each kind. All nouns are singular. */
export const RECORD_KINDS = {
  account: {
    prefix: 'acc',
    dated: 'opened on',
    clause: 'that I opened on',
    nouns: [
      'personal account',
      'old personal account',
      'business account',
      'second business account',
      'family account',
      'shared account',
      'student account',
    ],
  },
  activity: {
    prefix: 'act',
    dated: 'seen on',
    clause: 'that I saw on',
    nouns: [
      'sign-in from Texas',
      'second sign-in from Texas',
      'sign-in from Ohio',
      'new phone number',
      'new recovery email',
      'purchase of gift cards',
      'late-night purchase of gift cards',
    ],
  },
  appointment: {
    prefix: 'apt',
    dated: 'made on',
    clause: 'that I made on',
    nouns: [
      'skin appointment',
      'follow-up skin appointment',
      'heart appointment',
      'knee appointment',
      'follow-up knee appointment',
      'eye appointment',
      'dental appointment',
    ],
  },
  bag: {
    prefix: 'bag',
    dated: 'checked on',
    clause: 'that I checked on',
    nouns: [
      'black suitcase',
      'small black suitcase',
      'blue suitcase',
      'brown leather bag',
      'brown travel bag',
      'red sports bag',
      'black sports bag',
    ],
  },
  bill: {
    prefix: 'bil',
    dated: 'dated',
    clause: 'dated',
    nouns: ['$148 bill', '$184 bill', '$418 bill', '$248 bill', '$284 bill', '$482 bill'],
  },
  booking: {
    prefix: 'bkg',
    dated: 'booked on',
    clause: 'that I booked on',
    nouns: [
      'flight to Lisbon',
      'return flight from Lisbon',
      'flight to London',
      'hotel in Lisbon',
      'hotel in London',
      'train to Rome',
      'night train to Rome',
    ],
  },
  card: {
    prefix: 'crd',
    dated: 'issued on',
    clause: 'issued on',
    nouns: [
      'blue debit card',
      'blue credit card',
      'black debit card',
      'black credit card',
      'gold credit card',
      'business debit card',
    ],
  },
  claim: {
    prefix: 'clm',
    dated: 'filed on',
    clause: 'that I filed on',
    nouns: ['$480 claim', '$840 claim', '$408 claim', '$804 claim', '$1,480 claim', '$1,840 claim'],
  },
  contract: {
    prefix: 'con',
    dated: 'signed on',
    clause: 'that I signed on',
    nouns: [
      'basic contract',
      'old basic contract',
      'family contract',
      'business contract',
      'one-year contract',
      'two-year contract',
    ],
  },
  /** With a screen and a battery. */
  device: {
    prefix: 'dev',
    dated: 'bought on',
    clause: 'that I bought on',
    nouns: [
      'silver tablet',
      'gray tablet',
      'black phone',
      'white phone',
      'small white phone',
      'smartwatch',
      'laptop',
    ],
  },
  dispute: {
    prefix: 'dis',
    dated: 'opened on',
    clause: 'that I opened on',
    nouns: [
      'hotel dispute',
      'second hotel dispute',
      'restaurant dispute',
      'taxi dispute',
      'rental car dispute',
      'airport parking dispute',
    ],
  },
  /** In a patient's file. */
  entry: {
    prefix: 'ent',
    dated: 'made on',
    clause: 'made on',
    nouns: [
      'penicillin allergy entry',
      'peanut allergy entry',
      'tetanus shot entry',
      'flu shot entry',
      'blood type entry',
      'knee surgery entry',
      'second knee surgery entry',
    ],
  },
  license: {
    prefix: 'lic',
    dated: 'activated on',
    clause: 'that I activated on',
    nouns: [
      'photo editor license',
      'video editor license',
      'student photo editor license',
      'office suite license',
      'family office suite license',
      'backup tool license',
    ],
  },
  meter: {
    prefix: 'mtr',
    dated: 'installed on',
    clause: 'installed on',
    nouns: [
      'main meter',
      'second main meter',
      'garage meter',
      'basement meter',
      'old basement meter',
      'upstairs meter',
    ],
  },
  /** Not sent yet; each comes in several colors. */
  order: {
    prefix: 'ord',
    dated: 'ordered on',
    clause: 'that I ordered on',
    nouns: [
      'black desk lamp',
      'white desk lamp',
      'black floor lamp',
      'raincoat',
      'small wool rug',
      'large wool rug',
      'wool blanket',
      'armchair',
    ],
  },
  outage: {
    prefix: 'out',
    dated: 'recorded on',
    clause: 'of',
    nouns: [
      'short outage',
      'second short outage',
      'morning outage',
      'overnight outage',
      'second overnight outage',
      'weekend outage',
    ],
  },
  parcel: {
    prefix: 'par',
    dated: 'shipped on',
    clause: 'shipped on',
    nouns: [
      'small parcel',
      'second small parcel',
      'large parcel',
      'flat parcel',
      'parcel of books',
      'parcel of toys',
    ],
  },
  policy: {
    prefix: 'pol',
    dated: 'taken out on',
    clause: 'that I took out on',
    nouns: [
      'home policy',
      'vacation home policy',
      'car policy',
      'second car policy',
      'motorcycle policy',
      'boat policy',
    ],
  },
  prescription: {
    prefix: 'rx',
    dated: 'written on',
    clause: 'written on',
    nouns: [
      'blood pressure prescription',
      'blood thinner prescription',
      'asthma inhaler prescription',
      'thyroid prescription',
      'allergy spray prescription',
      'allergy pill prescription',
    ],
  },
  /** Already with the customer. */
  purchase: {
    prefix: 'pur',
    dated: 'bought on',
    clause: 'that I bought on',
    nouns: [
      'brown leather belt',
      'black leather belt',
      'brown leather wallet',
      'winter jacket',
      'blue winter jacket',
      'coffee maker',
      'small coffee maker',
      'office chair',
    ],
  },
  transaction: {
    prefix: 'trx',
    dated: 'posted on',
    clause: 'of',
    nouns: [
      '$164 hotel charge',
      '$146 hotel charge',
      '$164 restaurant charge',
      '$146 taxi charge',
      '$219 rental car charge',
      '$219 airport parking charge',
    ],
  },
} as const satisfies Readonly<Record<string, RecordKindTable>>
export type RecordKind = keyof typeof RECORD_KINDS

/** How records of a kind are told apart. Their dates are drawn and are in the past. */
export interface RecordKindTable {
  /** Begins their ids: `ord` in `ord2`. */
  readonly prefix: string
  /** Before the date in an employee's list: `black desk lamp, ordered on May 3`. */
  readonly dated: string
  /** Before the date in a customer's words: `the black desk lamp that I ordered on May 3`. */
  readonly clause: string
  /** What they are: at least six, some of them alike. Each continues "the". */
  readonly nouns: readonly string[]
}
