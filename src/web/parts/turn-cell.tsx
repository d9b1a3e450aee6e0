import type { JSX } from 'preact'
import type { LoggedTurn } from '../data/episode-log.ts'
import { formatSigned, isZeroReward } from '../data/format.ts'
import { isRefused, listedIn, summarizeCall } from '../data/tool-call.ts'
import { deltaClass } from './chips.tsx'
import { Icon } from './icons.tsx'
import { PlainText, TruncatedText } from './text.tsx'

const LINE_CHARACTERS_MAX = 90
const FIELDS_MAX = 20

/** A turn in a table cell: its action, its result, and its reward. */
export function TurnCell({
  turn,
  knownFields = new Set(),
}: {
  readonly turn: LoggedTurn
  /** Fields that attempts in the prompt had requested. Other fields are marked as new. */
  readonly knownFields?: ReadonlySet<string> | undefined
}): JSX.Element {
  const { calls, text: said, reward } = turn
  const rewardChange = !isZeroReward(reward) && (
    <span class={deltaClass(reward)}>{formatSigned(reward)}</span>
  )
  if (calls.length === 0) {
    return (
      <>
        <div class="turn-title">
          <Icon name="say" />
          <span>Says</span>
          {rewardChange}
        </div>
        <div class="turn-result">
          <TruncatedText text={said ?? ''} charactersMax={LINE_CHARACTERS_MAX} />
        </div>
      </>
    )
  }
  return (
    <>
      {calls.map((call, index) => {
        const { icon, shortTitle, result, tone } = summarizeCall(call)
        const requestedFields = listedIn(call).slice(0, FIELDS_MAX)
        return (
          <div key={call.id + index}>
            <div class="turn-title">
              <Icon name={icon} />
              <span title={shortTitle}>
                <PlainText text={shortTitle} />
              </span>
              {index === calls.length - 1 && rewardChange}
            </div>
            {requestedFields.length > 0 && (
              <div class="turn-fields">
                {requestedFields.map((name) => (
                  <span
                    key={name}
                    class={knownFields.size > 0 && !knownFields.has(name) ? 'new' : ''}
                  >
                    <PlainText text={name} />
                  </span>
                ))}
              </div>
            )}
            {isRefused(call) && !result.includes('refused') && (
              <div class="turn-result no">refused</div>
            )}
            {result !== '' && (
              <div class={`turn-result ${tone === 'won' ? 'yes' : tone === 'lost' ? 'no' : ''}`}>
                <TruncatedText text={result} charactersMax={LINE_CHARACTERS_MAX} />
              </div>
            )}
          </div>
        )
      })}
    </>
  )
}
