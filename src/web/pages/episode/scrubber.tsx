import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { LoggedTurn } from '../../data/episode-log.ts'
import { isZeroReward } from '../../data/format.ts'
import { hasLoss } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'

const SEGMENTS_MAX = 60

/** Milliseconds per step, by the key that sets this pace. */
export const PACES = { '1': 250, '2': 500, '3': 1_000, '4': 2_000 } as const

function rewardClass({ reward, partChanges }: LoggedTurn): 'good' | 'bad' | '' {
  if (!isZeroReward(reward)) return reward > 0 ? 'good' : 'bad'
  return hasLoss(partChanges) ? 'bad' : ''
}

/** The bar of steps at the bottom: jumps to a step, or plays the steps in turn. */
export function Scrubber({
  turns,
  step,
  select,
  isPlaying,
  paceMs,
  togglePlaying,
}: {
  readonly turns: readonly LoggedTurn[]
  readonly step: number
  readonly select: (step: number) => void
  readonly isPlaying: boolean
  readonly paceMs: number
  readonly togglePlaying: () => void
}): JSX.Element {
  useEffect(() => {
    if (!isPlaying) return
    if (step >= turns.length) {
      togglePlaying()
      return
    }
    const timer = setTimeout(() => select(step + 1), paceMs)
    return () => clearTimeout(timer)
  }, [isPlaying, step, turns.length, paceMs, select, togglePlaying])
  return (
    <section class="scrubber" aria-label="Replay">
      <button type="button" class="btn" onClick={togglePlaying} disabled={turns.length === 0}>
        <Icon name={isPlaying ? 'pause' : 'playing'} />
        <span class="visually-hidden">{isPlaying ? 'Pause' : 'Play'}</span>
        <kbd>space</kbd>
      </button>
      {turns.length > SEGMENTS_MAX ? (
        <input
          class="track"
          type="range"
          aria-label="Step"
          min={0}
          max={turns.length}
          value={step}
          onInput={(event) => select(Number(event.currentTarget.value))}
        />
      ) : (
        <div class="track">
          {turns.map((turn) => (
            <button
              key={turn.step}
              type="button"
              aria-label={`step ${turn.step}`}
              aria-current={turn.step === step ? 'step' : undefined}
              class={`${turn.step < step ? 'past' : ''} ${rewardClass(turn)}`}
              onClick={() => select(turn.step)}
            >
              {turn.step}
            </button>
          ))}
        </div>
      )}
      <span class="phone-hidden mono">
        {step} / {turns.length}
      </span>
      <span class="phone-hidden" title="Keys 1 to 4 set the pace">
        {paceMs / 1_000} s per step
      </span>
      <span class="phone-hidden">
        <kbd>←</kbd> <kbd>→</kbd> step · <kbd>j</kbd> <kbd>k</kbd> next episode · <kbd>?</kbd> keys
      </span>
    </section>
  )
}
