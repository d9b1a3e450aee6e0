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
import { moveRows, workingRows } from './features.ts'
import { MOVES } from './heads.ts'
import { type ProblemView, seenIn } from './lessons.ts'
import { applied } from './operations.ts'
import { type Question, readHexadecimal, readQuestion } from './question.ts'
import { createTeacher } from './teacher.ts'

/**
 * Works a problem number by number: decides on an operation for each, then whether to answer the
 * result or show it to the tutor first.
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
    const view = this.#view()
    const act = choiceAct('move', moveRows(this.#rows('move'), view))
    decide(act)
    const move = MOVES[act.choice]
    if (move === 'keep' && view.last !== undefined) return { content: view.last.answer }
    const text = formatAnswer(view, this.#work(view, decide))
    return move === 'ask' ? feedbackTurn(text, view.episode.callsAnswered + 1) : { content: text }
  }

  teacher(task: BaseTask & JsonObject, _: JsonObject, spoiling?: RandomStream): Decide {
    return createTeacher(task, () => ({ index: this.#place, seen: this.#view() }), spoiling)
  }

  #view(): ProblemView {
    return seenIn(this.#events, { turns: this.#turns, block: this.#block })
  }

  /** The result of the question's numbers, or undefined if there is none. */
  #work(view: ProblemView, decide: Decide): Rational | undefined {
    const question = parsedQuestion(view)
    let value = question.numbers[0]?.value
    for (let index = 1; index < question.numbers.length; index++) {
      this.#place = index
      const rows = workingRows(this.#rows('step'), { question, index, value }, view)
      const act = pointerAct('step', rows)
      decide(act)
      const next = question.numbers[index]?.value
      value = next === undefined ? value : applied(act.choice, value, next)
    }
    return value
  }
}

const parsedQuestion = ({ episode, question }: ProblemView): Question =>
  episode.answer_kind === 'hexadecimal' ? readHexadecimal(question) : readQuestion(question)

/** The answer in the required form. Options and words are beyond this policy. */
function formatAnswer(
  { episode: { answer_kind: kind } }: ProblemView,
  value: Rational | undefined,
): string {
  if (kind === 'choice') return answerText(kind, 'A')
  if (value === undefined) return answerText(kind, '0')
  const isHexadecimal = kind === 'hexadecimal' && value.denominator === 1n
  return answerText(
    kind,
    isHexadecimal ? value.numerator.toString(16).toUpperCase() : toLatex(value),
  )
}
