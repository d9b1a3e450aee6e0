import type { JSX } from 'preact'
import { diffWords } from '../../data/align.ts'
import { truncate } from '../../data/clip.ts'
import type { LoggedTurn } from '../../data/episode-log.ts'
import { PlainText } from '../../parts/text.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'

/** A row of the comparison. In a row of two turns, differing words are marked. */
export function CompareRow({
  turns,
  ids,
  at,
  isAt,
  isDifferent,
  isFirstDifference,
}: {
  readonly turns: readonly (LoggedTurn | undefined)[]
  readonly ids: readonly string[]
  readonly at: number
  readonly isAt: boolean
  readonly isDifferent: boolean
  readonly isFirstDifference: boolean
}): JSX.Element {
  const texts = turns.map(comparedText)
  const differingWords =
    isDifferent && texts.length === 2 ? diffWords(texts[0] ?? '', texts[1] ?? '') : undefined
  return (
    <tr class={isFirstDifference ? 'first-difference' : ''}>
      <th scope="row" class={isAt ? 'selected-cell' : ''}>
        {at + 1} {isDifferent ? '≠' : ''}
      </th>
      {turns.map((turn, which) =>
        turn === undefined ? (
          <td key={which} class="no-turn" />
        ) : (
          <td key={which} class={isDifferent ? '' : 'same'}>
            <a class="step-link mono" href={`/episodes/${ids[which]}?step=${turn.step}`}>
              step {turn.step}
            </a>
            <TurnCell turn={turn} />
            {differingWords !== undefined && turns.every((other) => other !== undefined) && (
              <p class="words">
                {differingWords[which as 0 | 1].map(({ text, isSame }, index) =>
                  isSame ? (
                    <PlainText key={index} text={text} />
                  ) : (
                    <mark key={index}>
                      <PlainText text={text} />
                    </mark>
                  ),
                )}
              </p>
            )}
          </td>
        ),
      )}
    </tr>
  )
}

/** Comparing longer texts is slow. Each cell links to its step, which has the full text. */
const CHARACTERS_MAX = 1_500
/** Longer answers are left out of the comparison. */
const ANSWER_CHARACTERS_MAX = 400

/** The calls and answers of a turn, as one text to compare. */
function comparedText(turn: LoggedTurn | undefined): string {
  if (turn === undefined) return ''
  const calls = turn.calls.map(({ arguments: given, answer = '' }) => {
    const shortAnswer = answer.length > ANSWER_CHARACTERS_MAX ? '' : answer
    return `${JSON.stringify(given ?? {})} ${shortAnswer}`
  })
  return truncate([turn.text ?? '', ...calls].join(' ').trim(), CHARACTERS_MAX)
}
