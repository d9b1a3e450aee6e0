import type { RandomStream } from '../../../random.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from '../draft.ts'
import { drawPeople, fill, steps } from '../wording.ts'
import { INPUT, type PartKind } from './part.ts'
import { PART_ASKS, PRICES } from './tables/chains.ts'
import { WORKSHOP_STORIES, type WorkshopStory } from './tables/workshops.ts'
import { clock, duration, listed } from './text.ts'

/** A job: its arrival and duration in minutes. */
interface Job {
  readonly name: string
  readonly arrival: number
  readonly minutes: number
  readonly isUrgent: boolean
}

/** The rules of a day. Times are minutes since midnight. */
interface Day {
  readonly jobs: readonly Job[]
  /** When each bench first becomes free. */
  readonly benches: readonly number[]
  /** No job begins in the break; running jobs continue. `null` means no break. */
  readonly pause: { readonly from: number; readonly until: number } | null
  /** Cleaning after each job at a bench. */
  readonly cleaning: number
  /** The second bench takes longer by this percentage. */
  readonly slowerPercent: number
  readonly hasPriority: boolean
}

/** A finished job with its bench, start and end. */
interface Done extends Job {
  readonly bench: number
  readonly begin: number
  readonly end: number
}

/** Moves a start out of the break. */
const outsidePause = ({ pause }: Day, time: number): number =>
  pause !== null && time >= pause.from && time < pause.until ? pause.until : time

/** The index of the next job: urgent ones first, then in order of arrival. */
function nextJob(day: Day, waiting: readonly Job[], time: number): number {
  const here = waiting.filter(({ arrival }) => arrival <= time)
  const chosen = (day.hasPriority ? here.find(({ isUrgent }) => isUrgent) : undefined) ?? here[0]
  return chosen === undefined ? -1 : waiting.indexOf(chosen)
}

/** Simulates a day: a job begins when a bench is free. The first bench wins a tie. */
function playDay(day: Day): Done[] {
  const waiting = [...day.jobs]
  const free = [...day.benches]
  const done: Done[] = []
  while (waiting.length > 0) {
    const first = Math.min(...waiting.map(({ arrival }) => arrival))
    const times = free.map((time) => outsidePause(day, Math.max(time, first)))
    const begin = Math.min(...times)
    const bench = times.indexOf(begin)
    const [job] = waiting.splice(nextJob(day, waiting, begin), 1) as [Job]
    const slower = bench === 1 ? day.slowerPercent : 0
    const end = begin + (job.minutes * (100 + slower)) / 100
    free[bench] = end + day.cleaning
    done.push({ ...job, bench, begin, end })
  }
  return done
}

const waitingOf = (done: readonly Done[]): number =>
  done.reduce((sum, { arrival, begin }) => sum + begin - arrival, 0)

const JOBS: Readonly<Record<Level, number>> = { 1: 3, 2: 4, 3: 6, 4: 8, 5: 10 }

function drawJobs(
  random: RandomStream,
  level: Level,
  names: readonly string[],
  open: number,
  count: number,
): Job[] {
  let arrival = open + random.integer(0, 2) * 5
  return random.sample(names, count).map((name): Job => {
    const job = {
      name,
      arrival,
      minutes: random.integer(level >= 4 ? 6 : 3, level >= 2 ? 22 : 12) * (level >= 4 ? 4 : 5),
      isUrgent: level >= 5 && random.chance(0.3),
    }
    arrival += random.integer(1, level >= 2 ? 9 : 6) * 5 + random.integer(0, 4)
    return job
  })
}

function drawDay(
  random: RandomStream,
  level: Level,
  story: WorkshopStory,
  count = JOBS[level],
): Day {
  const open = random.integer(7, 9) * 60 + random.pick([0, 15, 30])
  const from = open + random.integer(8, 12) * 10
  return {
    jobs: drawJobs(random, level, story.jobs, open, count),
    benches: level >= 2 ? [open, open + random.integer(3, 8) * 10] : [open],
    pause: level >= 3 ? { from, until: from + random.integer(3, 6) * 5 } : null,
    cleaning: level >= 4 ? random.integer(2, 6) : 0,
    slowerPercent: level >= 4 ? 25 : 0,
    hasPriority: level >= 5,
  }
}

function rulesText(story: WorkshopStory, day: Day, cleaningText = `${day.cleaning}`): string[] {
  const { pause, cleaning, slowerPercent, hasPriority } = day
  const [open, second] = day.benches
  const slots = {
    open: clock(open as number),
    second: clock(second ?? 0),
    from: clock(pause?.from ?? 0),
    until: clock(pause?.until ?? 0),
    cleaning: cleaningText,
    percent: slowerPercent,
  }
  return [
    fill(day.benches.length > 1 ? story.two : story.one, slots),
    fill(hasPriority ? story.urgentFirst : story.inOrder, slots),
    ...(pause === null ? [] : [fill(story.pause, slots)]),
    ...(cleaning === 0 ? [] : [fill(story.cleaning, slots)]),
    ...(slowerPercent === 0 ? [] : [fill(story.slower, slots)]),
  ]
}

const jobText = ({ name, arrival, minutes, isUrgent }: Job): string =>
  `${name} at ${clock(arrival)} (${isUrgent ? 'urgent, ' : ''}${duration(minutes)})`

interface Ask {
  readonly text: (story: WorkshopStory) => readonly string[]
  readonly value: (done: readonly Done[], day: Day) => number
}

const ASKS: readonly Ask[] = [
  { text: ({ askWaiting }) => askWaiting, value: waitingOf },
  {
    text: ({ askEnd }) => askEnd,
    value: (done, day) => Math.max(...done.map(({ end }) => end)) - (day.benches[0] as number),
  },
]

function linesOf(day: Day, done: readonly Done[], ask: Ask, value: number): string[] {
  const lines = done.map(
    ({ name, bench, begin, end }) =>
      `The ${name} is at place ${bench + 1} from ${clock(begin)} to ${clock(end)}.`,
  )
  const waits = done.map(({ arrival, begin }) => begin - arrival)
  const open = day.benches[0] as number
  return [
    ...lines,
    ask.value === waitingOf
      ? `Minutes: ${waits.join(' + ')} = ${value}.`
      : `Minutes: ${value + open} - ${open} = ${value}.`,
  ]
}

function mistakesOf(day: Day, ask: Ask): Candidate[] {
  const played = (changed: Partial<Day>, mistake: string): Candidate => {
    const other = { ...day, ...changed }
    return [String(ask.value(playDay(other), other)), mistake]
  }
  const [open] = day.benches as [number]
  const other = ASKS.find((one) => one !== ask) as Ask
  return [
    played({ pause: null }, 'The break was left out.'),
    played({ cleaning: 0 }, 'The cleaning was left out.'),
    played({ slowerPercent: 0 }, 'Both places were taken to be equally fast.'),
    played({ hasPriority: false }, 'Urgent work was not taken first.'),
    played({ benches: [open] }, 'Only one of the two places was used.'),
    played({ benches: day.benches.map(() => open) }, 'Both places were opened at the same time.'),
    played({ jobs: day.jobs.slice(0, -1) }, 'The last piece of work was left out.'),
    played({ jobs: day.jobs.slice(1) }, 'The first piece of work was left out.'),
    [String(other.value(playDay(day), day)), 'Something else was worked out than what is asked.'],
  ]
}

const factsOf = (day: Day, ask: Ask): Draft['facts'] => ({
  type: 'workshop',
  asks: ask.value === waitingOf ? 'waiting' : 'end',
  benches: day.benches.map(clock).join(' '),
  pause: day.pause === null ? '' : `${clock(day.pause.from)} ${clock(day.pause.until)}`,
  cleaning: day.cleaning === 0 ? '' : day.cleaning,
  slower: day.slowerPercent === 0 ? '' : day.slowerPercent,
  jobs: day.jobs
    .map(({ arrival, minutes, isUrgent }) =>
      [clock(arrival), isUrgent ? 'urgent' : 'usual', duration(minutes)].join(' '),
    )
    .join('; '),
})

function draw(random: RandomStream, level: Level): Draft | undefined {
  const story = random.pick(WORKSHOP_STORIES)
  const day = drawDay(random, level, story)
  const ask = random.pick(ASKS)
  const done = playDay(day)
  const value = ask.value(done, day)
  const gold = String(value)
  const mistakes = mistakesOf(day, ask).filter(([answer]) => answer !== gold)
  const unused = done.every(({ bench }) => bench === 0) && day.benches.length > 1
  if (
    !Number.isInteger(value) ||
    value < 24 ||
    unused ||
    mistakes.length < Math.min(level + 1, 5)
  ) {
    return undefined
  }
  const people = drawPeople(random)
  return expression({
    question: [
      fill(random.pick(story.start), people),
      ...rulesText(story, day),
      fill(random.pick(story.asides), { ...people, aside: random.integer(25, 59) }),
      `${random.pick(story.arrivals)} ${listed(day.jobs.map(jobText))}.`,
      random.pick(ask.text(story)),
    ].join(' '),
    gold,
    facts: factsOf(day, ask),
    solution: () => steps(linesOf(day, done, ask, value), gold),
    mistakes: () => mistakes,
  })
}

/** A working day to simulate: who begins when, and where. */
export const workshops: Family = {
  name: 'workshops',
  form: 'number',
  makers: { 1: [draw], 2: [draw], 3: [draw], 4: [draw], 5: [draw] },
}

/** A working day whose minutes of cleaning are decided by another part. */
export const workshopPart: PartKind = {
  inputs: (isTop) => ({ least: 2, count: isTop ? 17 : 7 }),
  draw(random, { people, isTop, input, inputText }) {
    const story = random.pick(WORKSHOP_STORIES)
    const drawn = drawDay(random, isTop ? 5 : 4, story, isTop ? 12 : 7)
    const waiting = (cleaning: number, change: Partial<Day> = {}): number =>
      waitingOf(playDay({ ...drawn, ...change, cleaning }))
    const forgotten: Partial<Day>[] = [
      ...[{ pause: null }, { slowerPercent: 0 }],
      ...(isTop ? [{ hasPriority: false }] : []),
    ]
    const slips = (cleaning: number): number[] =>
      forgotten.map((change) => waiting(cleaning, change))
    if (slips(input).includes(waiting(input))) return undefined
    const aside = random.integer(25, 59)
    return {
      text: [
        fill(random.pick(story.start), people),
        ...rulesText(story, { ...drawn, cleaning: input }, inputText),
        fill(random.pick(story.asides), { ...people, aside }),
        `${random.pick(story.arrivals)} ${listed(drawn.jobs.map(jobText))}.`,
      ].join(' '),
      asks: PART_ASKS.workshop,
      facts: { ...factsOf(drawn, ASKS[0] as Ask), cleaning: INPUT },
      solve: waiting,
      slips,
    }
  },
  price(random) {
    const euros = random.integer(4, 9) * 3
    return {
      text: PRICES.workshop,
      words: { euros },
      facts: `hour ${euros}`,
      cents: (euros * 5) / 3,
    }
  },
}
