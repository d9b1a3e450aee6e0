import type { JSX } from 'preact'
import type { Turn } from '../data/episode-log.ts'
import { signed } from '../data/format.ts'
import { briefOf, formOf, isRefused } from '../data/tool-call.ts'
import { deltaTone } from './chips.tsx'
import { Icon } from './icons.tsx'
import { Clipped, Plain } from './text.tsx'

const LINE_CHARACTERS_MAX = 90

/** A turn in a table cell: its action, its result, and whether it is new. */
export function TurnCell({
  turn,
  known = new Set(),
}: {
  readonly turn: Turn
  /** Fields that those had asked for whose attempts this rollout was shown. */
  readonly known?: ReadonlySet<string> | undefined
}): JSX.Element {
  const { calls, text: said, reward } = turn
  const worth = Math.abs(reward) > 0.0005 && <span class={deltaTone(reward)}>{signed(reward)}</span>
  if (calls.length === 0) {
    return (
      <>
        <div class="h">
          <Icon name="say" />
          <span>Says</span>
          {worth}
        </div>
        <div class="o">
          <Clipped text={said ?? ''} charactersMax={LINE_CHARACTERS_MAX} />
        </div>
      </>
    )
  }
  return (
    <>
      {calls.map((call, index) => {
        const { icon, short, came, tone } = briefOf(call, reward)
        const asked = call.name === 'auth_info_form' ? formOf(call).asked : []
        return (
          <div key={call.id + index}>
            <div class="h">
              <Icon name={icon} />
              <span title={short}>
                <Plain text={short} />
              </span>
              {index === calls.length - 1 && worth}
            </div>
            {asked.length > 0 && (
              <div class="f">
                {asked.map((name) => (
                  <span key={name} class={known.size > 0 && !known.has(name) ? 'new' : ''}>
                    <Plain text={name} />
                  </span>
                ))}
              </div>
            )}
            {isRefused(call) && !came.includes('refused') && <div class="o no">refused</div>}
            {came !== '' && (
              <div class={`o ${tone === 'won' ? 'yes' : tone === 'lost' ? 'no' : ''}`}>
                <Clipped text={came} charactersMax={LINE_CHARACTERS_MAX} />
              </div>
            )}
          </div>
        )
      })}
    </>
  )
}
