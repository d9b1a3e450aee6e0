import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { REPAYMENT_STORIES, type RepaymentStory } from './tables/repayments.ts'
import { euros, ordinal } from './text.ts'

/** A loan with monthly payments. Amounts in cents; rates in hundredths of a per cent. */
interface Loan {
  readonly amount: number
  readonly rate: number
  readonly payment: number
  readonly months: number
  /** A month without a payment, and the fee that is added to the debt instead. */
  readonly skipped: { readonly month: number; readonly fee: number } | null
  /** From this month on, payments are higher by a percentage. */
  readonly raise: { readonly month: number; readonly percent: number } | null
  /** From this month on, another rate applies. */
  readonly change: { readonly month: number; readonly rate: number } | null
  /** An extra payment in one month. */
  readonly extra: { readonly month: number; readonly amount: number } | null
}

interface Month {
  readonly interest: number
  readonly paid: number
  readonly debt: number
}

/**
 * Interest to the nearest cent; half a cent is rounded up. Exact, because all numbers are integers.
 */
const interestOn = (debt: number, rate: number): number =>
  Math.floor((debt * rate + 5_000) / 10_000)

function course(loan: Loan, round: (debt: number, rate: number) => number = interestOn): Month[] {
  const months: Month[] = []
  let debt = loan.amount
  for (let month = 1; month <= loan.months; month++) {
    const { skipped, raise, change, extra } = loan
    const rate = change !== null && month >= change.month ? change.rate : loan.rate
    const interest = round(debt, rate)
    const percent = raise !== null && month >= raise.month ? raise.percent : 0
    const usual = (loan.payment * (100 + percent)) / 100
    const isSkipped = skipped?.month === month
    const paid = isSkipped ? -skipped.fee : usual + (extra?.month === month ? extra.amount : 0)
    debt += interest - paid
    months.push({ interest, paid, debt })
  }
  return months
}

const MONTHS: Readonly<Record<Level, readonly [number, number]>> = {
  1: [2, 2],
  2: [3, 3],
  3: [4, 5],
  4: [5, 6],
  5: [7, 9],
}

function drawLoan(random: RandomStream, level: Level, [low, high] = MONTHS[level]): Loan {
  const months = random.integer(low, high)
  const [a, b, c, d] = random.shuffle(Array.from({ length: months - 1 }, (_, index) => index + 2))
  const rate = random.integer(6, 18) * 5
  return {
    amount: random.integer(180, 480) * 1000 + random.integer(1, 9) * 100,
    rate,
    payment: random.integer(15, 36) * 1000,
    months,
    skipped: level >= 2 && a !== undefined ? { month: a, fee: random.integer(8, 24) * 100 } : null,
    raise:
      level >= 3 && b !== undefined ? { month: b, percent: random.pick([5, 10, 15, 20]) } : null,
    change:
      level >= 4 && c !== undefined
        ? { month: c, rate: rate + random.pick([-15, -10, 15, 25]) }
        : null,
    extra:
      level >= 5 && d !== undefined ? { month: d, amount: random.integer(12, 39) * 1000 } : null,
  }
}

const percentText = (rate: number): string => String(rate / 100)

/** Fills `slots` into the texts of events. */
function eventTexts(
  story: RepaymentStory,
  { skipped, raise, change, extra }: Loan,
  slots: Readonly<Record<string, string | number>>,
): string[] {
  return [
    ...(skipped === null
      ? []
      : [
          fill(story.skipped, { ...slots, month: ordinal(skipped.month), fee: euros(skipped.fee) }),
        ]),
    ...(raise === null
      ? []
      : [fill(story.raise, { ...slots, month: ordinal(raise.month), percent: raise.percent })]),
    ...(change === null
      ? []
      : [
          fill(story.change, {
            ...slots,
            month: ordinal(change.month),
            rate: percentText(change.rate),
          }),
        ]),
    ...(extra === null
      ? []
      : [
          fill(story.extra, { ...slots, month: ordinal(extra.month), amount: euros(extra.amount) }),
        ]),
  ]
}

interface Ask {
  readonly text: (story: RepaymentStory) => readonly string[]
  readonly value: (months: readonly Month[]) => number
}

const ASKS: readonly Ask[] = [
  { text: ({ askDebt }) => askDebt, value: (months) => months.at(-1)?.debt ?? 0 },
  {
    text: ({ askInterest }) => askInterest,
    value: (months) => months.reduce((sum, { interest }) => sum + interest, 0),
  },
]

function mistakesOf(loan: Loan, ask: Ask): Candidate[] {
  /** A negative debt is not a plausible answer. */
  const amount = (value: number): string | undefined => (value < 0 ? undefined : euros(value))
  const worked = (changed: Partial<Loan>, mistake: string): Candidate => [
    amount(ask.value(course({ ...loan, ...changed }))),
    mistake,
  ]
  const first = ASKS[0] === ask ? (ASKS[1] as Ask) : (ASKS[0] as Ask)
  const simple = (_: number, rate: number): number => interestOn(loan.amount, rate)
  return [
    [amount(ask.value(course(loan, simple))), 'Interest was always taken on the first amount.'],
    worked({ skipped: null }, 'The month without a payment was left out.'),
    worked({ raise: null }, 'The higher payments were left out.'),
    worked({ change: null }, 'The change of the rate was left out.'),
    worked({ extra: null }, 'The payment on top was left out.'),
    worked({ months: loan.months - 1 }, 'The working stops one month before what is asked for.'),
    [amount(first.value(course(loan))), 'Something else was worked out than what is asked.'],
  ]
}

const linesOf = (loan: Loan, months: readonly Month[], ask: Ask, value: number): string[] => {
  const before = (index: number): number => months[index - 1]?.debt ?? loan.amount
  const lines = months.map(
    ({ interest, paid, debt }, index) =>
      `Month ${index + 1}: ${euros(before(index))} + ${euros(interest)} ` +
      `${paid < 0 ? '+' : '-'} ${euros(Math.abs(paid))} = ${euros(debt)}.`,
  )
  if (ask === ASKS[0]) return lines
  return [
    ...lines,
    `Interest: ${months.map((month) => euros(month.interest)).join(' + ')} = ${euros(value)}.`,
  ]
}

/** The question states the months of events in words, so the facts do too. */
const factsOf = ({ amount, rate, payment, months, ...events }: Loan, ask: Ask): Draft['facts'] => ({
  type: 'repayment',
  asks: ask === ASKS[0] ? 'debt' : 'interest',
  amount: euros(amount),
  rate: percentText(rate),
  payment: euros(payment),
  months,
  skipped:
    events.skipped === null ? '' : `${ordinal(events.skipped.month)} ${euros(events.skipped.fee)}`,
  raise: events.raise === null ? '' : `${ordinal(events.raise.month)} ${events.raise.percent}`,
  change:
    events.change === null
      ? ''
      : `${ordinal(events.change.month)} ${percentText(events.change.rate)}`,
  extra:
    events.extra === null ? '' : `${ordinal(events.extra.month)} ${euros(events.extra.amount)}`,
})

function draw(random: RandomStream, level: Level): Draft | undefined {
  const loan = drawLoan(random, level)
  const months = course(loan)
  if (months.some(({ debt }) => debt < 10_000)) return undefined
  const ask = random.pick(ASKS)
  const value = ask.value(months)
  const story = random.pick(REPAYMENT_STORIES)
  const people = drawPeople(random)
  const slots = {
    ...people,
    amount: euros(loan.amount),
    rate: percentText(loan.rate),
    payment: euros(loan.payment),
    months: loan.months,
    aside: random.integer(25, 59),
  }
  const gold = euros(value)
  return expression({
    question: [
      fill(random.pick(story.start), slots),
      fill(story.rule, slots),
      ...random.shuffle(eventTexts(story, loan, slots)),
      fill(random.pick(story.asides), slots),
      fill(random.pick(ask.text(story)), slots),
    ].join(' '),
    gold,
    facts: factsOf(loan, ask),
    solution: () => steps(linesOf(loan, months, ask, value), gold),
    mistakes: () => mistakesOf(loan, ask).filter(([answer]) => answer !== gold),
  })
}

/** A debt month by month, with rounded interest. */
export const repayments: Family = {
  name: 'repayments',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
}

/** Each rule left out. */
const FORGOTTEN: readonly Partial<Loan>[] = [
  { skipped: null },
  { raise: null },
  { change: null },
  { extra: null },
]

/** The least amount in euros. */
const LEAST = 4000

/** A loan whose amount is decided by another part. */
export const repaymentPart: PartKind = {
  inputs: () => ({ least: LEAST, count: 997 }),
  draw(random, { people, isTop, inputText }) {
    const drawn = drawLoan(random, isTop ? 5 : 4, isTop ? [15, 16] : undefined)
    const debtOf = (euros: number, change: Partial<Loan> = {}): number =>
      course({ ...drawn, ...change, amount: euros * 100 }).at(-1)?.debt ?? 0
    // Even the smallest amount leaves a debt.
    if (debtOf(LEAST) < 10_000) return undefined
    const story = random.pick(REPAYMENT_STORIES)
    const { rate, payment, months } = drawn
    const slots = { ...people, amount: inputText, rate: percentText(rate), payment: euros(payment) }
    return {
      text: [
        fill(random.pick(story.start), slots),
        fill(story.rule, slots),
        ...random.shuffle(eventTexts(story, drawn, slots)),
        fill(random.pick(story.asides), { ...slots, aside: random.integer(25, 59) }),
      ].join(' '),
      asks: fill(PART_ASKS.repayment, { months }),
      facts: { ...factsOf(drawn, ASKS[0] as Ask), amount: INPUT },
      solve: debtOf,
      slips: (amount) => FORGOTTEN.map((change) => debtOf(amount, change)),
    }
  },
  price: () => ({
    ...{ text: PRICES.repayment, words: {} },
    ...{ facts: 'debt', cents: 1 },
  }),
}
