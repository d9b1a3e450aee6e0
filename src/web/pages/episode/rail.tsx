import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Turn } from '../../data/episode-log.ts'
import { signed } from '../../data/format.ts'
import { briefOf } from '../../data/tool-call.ts'
import { deltaTone } from '../../parts/chips.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Plain } from '../../parts/text.tsx'

/** A turn in a word: its last call, or that the agent spoke. */
export function turnBrief({ calls, reward }: Turn): { readonly icon: IconName; short: string } {
  const call = calls.at(-1)
  if (call === undefined) return { icon: 'say', short: 'Answers' }
  const { icon, short } = briefOf(call, reward)
  return { icon, short: calls.length > 1 ? `${short} + ${calls.length - 1}` : short }
}

/** The steps in a column: what each was, and what it was worth. */
export function Rail({
  turns,
  turnsMax,
  step,
  hrefOf,
}: {
  readonly turns: readonly Turn[]
  readonly turnsMax: number
  readonly step: number
  readonly hrefOf: (step: number) => string
}): JSX.Element {
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [step])
  return (
    <aside class="rail" aria-label="Steps">
      <h2>
        <span>Steps</span>
        <span>
          {turns.length} of {turnsMax}
        </span>
      </h2>
      <ol>
        {turns.map((turn) => {
          const { icon, short } = turnBrief(turn)
          const isNow = turn.step === step
          return (
            <li key={turn.step}>
              <a
                ref={isNow ? current : null}
                href={hrefOf(turn.step)}
                aria-current={isNow ? 'step' : undefined}
              >
                <span class="n">{turn.step}</span>
                <Icon name={icon} />
                <span class="t">
                  <Plain text={short} />
                </span>
                <span class={deltaTone(turn.reward)}>
                  {Math.abs(turn.reward) < 0.0005 ? '·' : signed(turn.reward)}
                </span>
              </a>
            </li>
          )
        })}
      </ol>
    </aside>
  )
}
