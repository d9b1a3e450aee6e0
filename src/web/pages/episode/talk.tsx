import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import type { Message } from '../../../client/index.ts'
import type { EpisodeLog, Turn } from '../../data/episode-log.ts'
import { count, counted, duration } from '../../data/format.ts'
import { standingOf } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Code, Said } from '../../parts/said.tsx'
import { LongText } from '../../parts/text.tsx'
import { ToolCard, Worth } from './card.tsx'

/** What the parties of a conversation are called. */
const CALLED: Readonly<Record<string, string>> = { system: 'System', assistant: 'Agent' }

const speaker = (role: string, environment: string): string =>
  CALLED[role] ?? (environment.startsWith('phone') ? 'Customer' : 'Task')

const ATTEMPTS = /<previous_attempts>[\s\S]*<\/previous_attempts>\s*/

function OpeningMessage({
  message,
  log,
}: {
  readonly message: Message
  readonly log: EpisodeLog
}): JSX.Element {
  const { environment, shown } = log.opening
  const text = String(message.content ?? '')
  const isSystem = message.role === 'system'
  // Shown attempts are folded, but only where the opening says that there are any.
  const attempts = shown.length > 0 ? ATTEMPTS.exec(text)?.[0] : undefined
  return (
    <article class="turn">
      <div class="who">
        <b>{speaker(message.role, environment)}</b>
        <span class="m">opening</span>
      </div>
      <div>
        {isSystem ? (
          <details class="fold">
            <summary>The rules of the environment · {count(text.length)} characters</summary>
            <div class="say">
              <LongText text={text} />
            </div>
          </details>
        ) : (
          <Said text={attempts === undefined ? text : text.replace(attempts, '')} />
        )}
        {attempts !== undefined && (
          <details class="fold shownatt">
            <summary>
              <Icon name="eye" />
              <span>
                Was shown <b>{counted(shown.length, 'earlier attempt')}</b>:{' '}
                {shown.map(({ index, outcome }) => `${index} ${outcome}`).join(', ')} ·{' '}
                {count(attempts.length)} characters
              </span>
            </summary>
            <div class="say">
              <LongText text={attempts} />
            </div>
          </details>
        )}
      </div>
    </article>
  )
}

interface TurnProps {
  readonly turn: Turn
  readonly environment: string
  readonly isNow: boolean
  readonly isOpen: boolean
  readonly select: (step: number) => void
  readonly redo: ((step: number) => void) | undefined
}

/** A turn of the agent and what the environment said to it. */
const TurnArticle = memo(function TurnArticle(props: TurnProps): JSX.Element {
  const { turn, environment, isNow, isOpen, select, redo } = props
  const { step, said, calls, after, reward, change, tookMs } = turn
  const alone = calls.length === 0
  return (
    <>
      <article class={isNow ? 'turn now' : 'turn'} id={`s${step}`}>
        <div class="who">
          <b>Agent</b>
          <button type="button" class="stepnumber m" onClick={() => select(step)}>
            step {step} · {duration(tookMs)}
          </button>
          {redo !== undefined && (
            <button type="button" class="redo" onClick={() => redo(step)}>
              <Icon name="fork" />
              do it differently
            </button>
          )}
        </div>
        <div class="did">
          {said !== undefined && <Said text={said} />}
          {alone && (
            <div>
              <Worth reward={reward} change={change} />
            </div>
          )}
          {calls.map((call, index) => (
            <ToolCard
              key={call.id + index}
              call={call}
              reward={index === calls.length - 1 ? reward : 0}
              change={index === calls.length - 1 ? change : {}}
              isOpen={isOpen}
            />
          ))}
          <Beside turn={turn} isOpen={isOpen} />
        </div>
      </article>
      {after.map((message, index) => (
        <article class="turn" key={index}>
          <div class="who">
            <b>{message.role === 'user' ? 'Environment' : speaker(message.role, environment)}</b>
            <span class="m">after step {step}</span>
          </div>
          <Said text={String(message.content ?? '')} />
        </article>
      ))}
    </>
  )
})

/** Notes for the trainer, and slow work that the step asked for. */
function Beside({ turn, isOpen }: { readonly turn: Turn; readonly isOpen: boolean }) {
  const { notes, effects } = turn
  if (notes.length === 0 && effects.length === 0) return null
  return (
    <details class="fold" open={isOpen}>
      <summary>
        {[
          notes.length > 0 && counted(notes.length, 'note'),
          effects.length > 0 && counted(effects.length, 'effect'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      {[...notes, ...effects].map((value, index) => (
        <Code key={index} text={JSON.stringify(value, null, 2)} language="json" />
      ))}
    </details>
  )
}

/** Turns on each side of the current one that are drawn of a very long episode. */
const AROUND = 100

export function Talk({
  log,
  step,
  open,
  select,
  redo,
}: {
  readonly log: EpisodeLog
  readonly step: number
  readonly open: readonly number[]
  readonly select: (step: number) => void
  readonly redo: ((step: number) => void) | undefined
}): JSX.Element {
  const { opening, turns, end, total, detail } = log
  const isLong = turns.length > 2 * AROUND
  const from = isLong ? Math.max(0, step - AROUND) : 0
  const shown = isLong ? turns.slice(from, step + AROUND) : turns
  const standing = standingOf({
    success: log.metrics?.success === 1,
    score: total,
    end_reason: end?.reason ?? null,
  })
  return (
    <section class="talk" aria-label="Conversation">
      {opening.messages.map((message, index) => (
        <OpeningMessage key={index} message={message} log={log} />
      ))}
      {from > 0 && <Gap text={`${count(from)} steps before`} go={() => select(from)} />}
      {shown.map((turn) => (
        <TurnArticle
          key={turn.step}
          turn={turn}
          environment={opening.environment}
          isNow={turn.step === step}
          isOpen={open.includes(turn.step)}
          select={select}
          redo={redo}
        />
      ))}
      {from + shown.length < turns.length && (
        <Gap
          text={`${count(turns.length - from - shown.length)} steps more`}
          go={() => select(from + shown.length + 1)}
        />
      )}
      <p class="fin">
        <Icon name={standing.icon} />
        {end === undefined
          ? 'It is still being played.'
          : `It ended here: ${end.reason.replaceAll('_', ' ')}, ${end.kind}.`}
        {detail !== undefined && ` ${detail}`}
      </p>
    </section>
  )
}

function Gap({ text, go }: { readonly text: string; readonly go: () => void }): JSX.Element {
  return (
    <button type="button" class="more" onClick={go}>
      {text}
    </button>
  )
}
