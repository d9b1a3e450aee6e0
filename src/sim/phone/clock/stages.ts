import { placeIn } from './queues.ts'
import { type Moment, readMoment, sayMoment } from './time.ts'

/** Where a call stands by the clock, as its caller is told in round brackets. */
export type Stage =
  | { readonly kind: 'time'; readonly at: Moment }
  | { readonly kind: 'closed'; readonly at: Place; readonly hours: string }
  | { readonly kind: 'passed'; readonly at: Place; readonly from: string; readonly to: Passed }
  /** How long one will wait, or has waited where nobody asks whether one wants to. */
  | { readonly kind: 'queue' | 'waited'; readonly at: Place; readonly minutes: number }

/** Whom a caller is put through to, at which number, and whether they know what was said. */
interface Passed {
  readonly department: string
  readonly number: string
  readonly isTold: boolean
}

/** What puts callers through where no department does. */
export const MENU = 'A menu'

interface Place {
  readonly department: string
  readonly company: string
}

const minutesOf = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** A stage as a line of what is heard. */
export function sayStage(stage: Stage): string {
  if (stage.kind === 'time') return `(It is ${sayMoment(stage.at)}.)`
  const { department, company } = stage.at
  const place = `${department} at ${company}`
  if (stage.kind === 'passed') {
    const { department: next, number, isTold } = stage.to
    const told = isTold ? '' : UNTOLD
    return `(${stage.from} at ${company} puts you through to ${next}, number ${number}${told}.)`
  }
  if (stage.kind === 'closed') return `(${place}: closed now. Opening hours: ${stage.hours}.)`
  const [are, wait] = stage.kind === 'queue' ? ['are', 'about '] : ['were', '']
  const queue = `you ${are} number ${placeIn(stage.minutes)} in the queue`
  return `(${place}: ${queue}, ${wait}${minutesOf(stage.minutes)}.)`
}

const UNTOLD = ', who knows none of the details'
const PASSED = new RegExp(
  `^\\((.+) at (.+) puts you through to (.+), number ([^,]+)(${UNTOLD})?\\.\\)$`,
)
const TIME = /^\(It is ([A-Z][a-z]{2} \d+:\d{2})\.\)$/
const CLOSED = /^\((.+) at (.+): closed now\. Opening hours: (.+)\.\)$/
const QUEUE =
  /^\((.+) at (.+): you (are|were) number \d+ in the queue, (?:about )?(\d+) minutes?\.\)$/

/** The reverse: what a line of what is heard tells; undefined where it is no stage. */
function readStage(line: string): Stage | undefined {
  const [, time] = TIME.exec(line) ?? []
  if (time !== undefined) return { kind: 'time', at: readMoment(time, 0) ?? 0 }
  const [, department = '', company = '', hours] = CLOSED.exec(line) ?? []
  if (hours !== undefined) return { kind: 'closed', at: { department, company }, hours }
  const [, from = '', at = '', next = '', number, untold] = PASSED.exec(line) ?? []
  if (number !== undefined) {
    const to = { department: next, number, isTold: untold === undefined }
    return { kind: 'passed', at: { department: next, company: at }, from, to }
  }
  const [, desk = '', house = '', are, minutes = '0'] = QUEUE.exec(line) ?? []
  if (are === undefined) return undefined
  const kind = are === 'are' ? 'queue' : 'waited'
  return { kind, at: { department: desk, company: house }, minutes: Number(minutes) }
}

/** The stages at the head of what a caller hears, and what comes after them. */
interface Stages {
  readonly stages: readonly Stage[]
  readonly rest: string
}

/** Takes what a caller hears apart. */
export function readStages(content: string): Stages {
  if (!content.startsWith('(')) return { stages: [], rest: content }
  const lines = content.split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const stage = readStage(line)
    if (stage === undefined) break
    stages.push(stage)
  }
  return { stages, rest: lines.slice(stages.length).join('\n') }
}
