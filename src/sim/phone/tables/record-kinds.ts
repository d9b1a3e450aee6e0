import { splitItems } from '../grammar/lines.ts'

/** The words for records of a kind. Their dates are drawn and lie in the past. */
interface RecordKindTable {
  /** The prefix of their ids: `ord` in `ord2`. */
  readonly prefix: string
  /** The words before the date in a department's list: `black desk lamp, ordered on May 3`. */
  readonly dated: string
  /**
   * The words before the date in a customer's message: `the black desk lamp that I ordered on May
   * 3`.
   */
  readonly clause: string
  /** At least six nouns, some of them alike. Each continues "the". */
  readonly nouns: readonly string[]
}

/** Parses a kind: its prefix, both phrases before a date, and its nouns. */
const kind = (text: string): RecordKindTable => {
  const [prefix = '', dated = '', clause = '', ...nouns] = splitItems(text)
  return { prefix, dated, clause, nouns }
}

/** The kinds of records that a company has of its customers. All nouns are singular. */
export const RECORD_KINDS = {
  account: kind(`
    acc, opened on, that I opened on,
    personal account, old personal account, business account, second business account,
    family account, shared account, student account
  `),
  activity: kind(`
    act, seen on, that I saw on,
    sign-in from Texas, second sign-in from Texas, sign-in from Ohio, new phone number,
    new recovery email, purchase of gift cards, late-night purchase of gift cards
  `),
  appointment: kind(`
    apt, made on, that I made on,
    skin appointment, follow-up skin appointment, heart appointment, knee appointment,
    follow-up knee appointment, eye appointment, dental appointment
  `),
  bag: kind(`
    bag, checked on, that I checked on,
    black suitcase, small black suitcase, blue suitcase, brown leather bag, brown travel bag,
    red sports bag, black sports bag
  `),
  bill: kind(`
    bil, dated, dated,
    $148 bill, $184 bill, $418 bill, $248 bill, $284 bill, $482 bill
  `),
  booking: kind(`
    bkg, booked on, that I booked on,
    flight to Lisbon, return flight from Lisbon, flight to London, hotel in Lisbon, hotel in London,
    train to Rome, night train to Rome
  `),
  card: kind(`
    crd, issued on, issued on,
    blue debit card, blue credit card, black debit card, black credit card, gold credit card,
    business debit card
  `),
  claim: kind(`
    clm, filed on, that I filed on,
    $480 claim, $840 claim, $408 claim, $804 claim, $1,480 claim, $1,840 claim
  `),
  contract: kind(`
    con, signed on, that I signed on,
    basic contract, old basic contract, family contract, business contract, one-year contract,
    two-year contract
  `),
  device: kind(`
    dev, bought on, that I bought on,
    silver tablet, gray tablet, black phone, white phone, small white phone, smartwatch, laptop
  `),
  dispute: kind(`
    dis, opened on, that I opened on,
    hotel dispute, second hotel dispute, restaurant dispute, taxi dispute, rental car dispute,
    airport parking dispute
  `),
  entry: kind(`
    ent, made on, made on,
    penicillin allergy entry, peanut allergy entry, tetanus shot entry, flu shot entry,
    blood type entry, knee surgery entry, second knee surgery entry
  `),
  license: kind(`
    lic, activated on, that I activated on,
    photo editor license, video editor license, student photo editor license, office suite license,
    family office suite license, backup tool license
  `),
  meter: kind(`
    mtr, installed on, installed on,
    main meter, second main meter, garage meter, basement meter, old basement meter, upstairs meter
  `),
  order: kind(`
    ord, ordered on, that I ordered on,
    black desk lamp, white desk lamp, black floor lamp, raincoat, small wool rug, large wool rug,
    wool blanket, armchair
  `),
  outage: kind(`
    out, recorded on, of,
    short outage, second short outage, morning outage, overnight outage, second overnight outage,
    weekend outage
  `),
  parcel: kind(`
    par, shipped on, shipped on,
    small parcel, second small parcel, large parcel, flat parcel, parcel of books, parcel of toys
  `),
  policy: kind(`
    pol, taken out on, that I took out on,
    home policy, vacation home policy, car policy, second car policy, motorcycle policy, boat policy
  `),
  prescription: kind(`
    rx, written on, written on,
    blood pressure prescription, blood thinner prescription, asthma inhaler prescription,
    thyroid prescription, allergy spray prescription, allergy pill prescription
  `),
  purchase: kind(`
    pur, bought on, that I bought on,
    brown leather belt, black leather belt, brown leather wallet, winter jacket, blue winter jacket,
    coffee maker, small coffee maker, office chair
  `),
  transaction: kind(`
    trx, posted on, of,
    $164 hotel charge, $146 hotel charge, $164 restaurant charge, $146 taxi charge,
    $219 rental car charge, $219 airport parking charge
  `),
} satisfies Readonly<Record<string, RecordKindTable>>
export type RecordKind = keyof typeof RECORD_KINDS
