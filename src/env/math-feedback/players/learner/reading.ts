import type { JsonObject } from '../../../../sim/json.ts'
import { type Rational, toLatex } from '../../../../sim/math/rational.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import { choiceAct, pointerAct } from '../../../learner/acts.ts'
import type { Decide, HeadRows, Reading } from '../../../learner/learner.ts'
import { splitAttempts } from '../../../learner/split-attempts.ts'
import type { Action, Transcript } from '../../../message.ts'
import type { PublicEvent } from '../../../public-event.ts'
import type { BaseTask } from '../../../task-data.ts'
import { answerText } from '../../prompts.ts'
import { feedbackTurn } from '../../solve.ts'
import { moveRows, stepRows } from './features.ts'
import { MOVES } from './heads.ts'
import { type Seen, seenIn } from './lessons.ts'
import { applied } from './operations.ts'
import { type Question, readHexadecimal, readQuestion } from './question.ts'
import { teacherOf } from './teacher.ts'

/**
 * A problem as the policy works it: one number after another it decides what to do with it, and
 * whether to answer what comes out or to show it to the tutor first.
 */
export class MathReading implements Reading {
  readonly #rows: HeadRows
  readonly #events: PublicEvent[] = []
  #turns = 0
  #block: string | undefined
  #place = 0

  constructor(rows: HeadRows) {
    this.#rows = rows
  }

  take(messages: Transcript, events: readonly PublicEvent[]): void {
    this.#events.push(...events)
    for (const { role, content } of messages) {
      if (role === 'assistant') this.#turns += 1
      if (role === 'user') this.#block = splitAttempts(content).block ?? this.#block
    }
  }

  spoke(): void {
    this.#turns += 1
  }

  turn(decide: Decide): Action {
    const seen = this.#seen()
    const act = choiceAct('move', moveRows(this.#rows('move'), seen))
    decide(act)
    const move = MOVES[act.choice]
    if (move === 'keep' && seen.last !== undefined) return { content: seen.last.answer }
    const text = answerOf(seen, this.#work(seen, decide))
    return move === 'ask' ? feedbackTurn(text, seen.episode.callsAnswered + 1) : { content: text }
  }

  teacher(task: BaseTask & JsonObject, _: JsonObject, spoiling?: RandomStream): Decide {
    return teacherOf(task, () => ({ place: this.#place, seen: this.#seen() }), spoiling)
  }

  #seen(): Seen {
    return seenIn(this.#events, { turns: this.#turns, block: this.#block })
  }

  /** What the numbers of the question come to; undefined where nothing does. */
  #work(seen: Seen, decide: Decide): Rational | undefined {
    const question = questionOf(seen)
    let value = question.given[0]?.value
    for (let place = 1; place < question.given.length; place++) {
      this.#place = place
      const rows = stepRows(this.#rows('step'), { question, place, value }, seen)
      const act = pointerAct('step', rows)
      decide(act)
      const next = question.given[place]?.value
      value = next === undefined ? value : applied(act.choice, value, next)
    }
    return value
  }
}

const questionOf = ({ episode, question }: Seen): Question =>
  episode.answer_kind === 'hexadecimal' ? readHexadecimal(question) : readQuestion(question)

/** An answer in the form that the problem asks for; of options and words it knows nothing. */
function answerOf({ episode: { answer_kind: kind } }: Seen, value: Rational | undefined): string {
  if (kind === 'choice') return answerText(kind, 'A')
  if (value === undefined) return answerText(kind, '0')
  const isHexadecimal = kind === 'hexadecimal' && value.denominator === 1n
  return answerText(
    kind,
    isHexadecimal ? value.numerator.toString(16).toUpperCase() : toLatex(value),
  )
}
