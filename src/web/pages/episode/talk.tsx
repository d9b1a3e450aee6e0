import { Fragment, type JSX } from 'preact'
import { memo } from 'preact/compat'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { Message } from '../../../client/index.ts'
import type { EpisodeLog, Turn } from '../../data/episode-log.ts'
import { count, counted, duration } from '../../data/format.ts'
import type { CallsByStep } from '../../data/model-calls.ts'
import { standingOf } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Code, MessageText } from '../../parts/message-text.tsx'
import { Some } from '../../parts/some.tsx'
import { LongText } from '../../parts/text.tsx'
import { whenNear } from '../../parts/when-near.ts'
import { ToolCard, Worth } from './card.tsx'
import { ModelCalls } from './model-calls.tsx'

/** The names of the parties in a conversation. */
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
  // Fold earlier attempts, but only if the opening has any.
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
            <summary>System prompt · {count(text.length)} characters</summary>
            <MessageText text={text} />
          </details>
        ) : (
          <MessageText text={attempts === undefined ? text : text.replace(attempts, '')} />
        )}
        {attempts !== undefined && (
          <details class="fold shownatt">
            <summary>
              <Icon name="eye" />
              <span>
                The prompt has <b>{counted(shown.length, 'earlier attempt')}</b>:{' '}
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

/** A turn of the agent and the environment's answer. */
const TurnArticle = memo(function TurnArticle(props: TurnProps): JSX.Element {
  const { turn, environment, isNow, isOpen, select, redo } = props
  const { step, text: said, thought, calls, after, reward, change, tookMs } = turn
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
              try another action
            </button>
          )}
        </div>
        <div class="did">
          {thought !== undefined && (
            <details class="thought" open={isOpen}>
              <summary>Thoughts</summary>
              <MessageText text={thought} />
            </details>
          )}
          {said !== undefined && <MessageText text={said} />}
          {alone && (
            <div class="links">
              <Worth reward={reward} change={change} />
            </div>
          )}
          <Some of={calls} first={20}>
            {(call, index) => (
              <ToolCard
                key={index}
                call={call}
                reward={index === calls.length - 1 ? reward : 0}
                change={index === calls.length - 1 ? change : {}}
                isOpen={isOpen}
              />
            )}
          </Some>
          <Beside turn={turn} isOpen={isOpen} />
        </div>
      </article>
      <Some of={after} first={20}>
        {(message, index) => (
          <article class="turn" key={index}>
            <div class="who">
              <b>{message.role === 'user' ? 'Environment' : speaker(message.role, environment)}</b>
              <span class="m">after step {step}</span>
            </div>
            <MessageText text={String(message.content ?? '')} />
          </article>
        )}
      </Some>
    </>
  )
})

/** Notes for the trainer, and slow work that the step asked for. */
function Beside({ turn, isOpen }: { readonly turn: Turn; readonly isOpen: boolean }) {
  const { notes, effects } = turn
  if (notes.length === 0 && effects.length === 0) return null
  const tookMs = effects.reduce((sum, { took_ms: ms = 0 }) => sum + ms, 0)
  return (
    <details class="fold" open={isOpen}>
      <summary>
        {[
          notes.length > 0 && counted(notes.length, 'note'),
          effects.length > 0 && counted(effects.length, 'effect'),
          tookMs > 0 && `${duration(tookMs)} for all effects`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <Some of={[...notes, ...effects]} first={20}>
        {(value, index) => (
          <Code key={index} text={JSON.stringify(value, null, 2)} language="json" />
        )}
      </Some>
    </details>
  )
}

/** Turns on each side of the current one that are drawn of a long episode; more by scrolling. */
const AROUND = 25
/** Shorter episodes are drawn whole, so that the browser finds words in all of it. */
const WHOLE_MAX = 100

interface Stretch {
  readonly from: number
  readonly to: number
}

/** The turns to draw: those around the current one, and those that were scrolled to. */
function useStretch(turns: number, step: number) {
  const drawn = useRef<Stretch>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const at = Math.max(0, step - 1)
  const has = (stretch: Stretch | undefined): stretch is Stretch =>
    stretch !== undefined && stretch.from <= at && at < stretch.to
  if (turns <= WHOLE_MAX) drawn.current = { from: 0, to: turns }
  else if (!has(drawn.current)) {
    drawn.current = { from: Math.max(0, at - AROUND), to: Math.min(turns, at + AROUND) }
  }
  const { from, to } = drawn.current as Stretch
  const draw = (stretch: Stretch): void => {
    drawn.current = stretch
    redraw(undefined)
  }
  return {
    from,
    to,
    before: () => draw({ from: Math.max(0, from - 2 * AROUND), to }),
    after: () => draw({ from, to: Math.min(turns, to + 2 * AROUND) }),
  }
}

export function Talk({
  log,
  calls,
  step,
  anchor,
  open,
  select,
  redo,
}: {
  readonly log: EpisodeLog
  /** Model calls of an agent program. */
  readonly calls?: CallsByStep
  readonly step: number
  /** The step to scroll to: the first one by default. */
  readonly anchor: number
  readonly open: readonly number[]
  readonly select: (step: number) => void
  readonly redo: ((step: number) => void) | undefined
}): JSX.Element {
  const { opening, turns, end, total, detail } = log
  const { from, to, before, after } = useStretch(turns.length, anchor)
  const standing = standingOf({
    success: log.metrics?.success === 1,
    score: total,
    end_reason: end?.reason ?? null,
  })
  const callsBefore = (next: number): JSX.Element | undefined => {
    const made = calls?.get(next - 1)
    return made && <ModelCalls calls={made} isOpen={open.includes(next)} />
  }
  return (
    <section class="talk" aria-label="Conversation">
      <Some of={opening.messages} first={50}>
        {(message, index) => <OpeningMessage key={index} message={message} log={log} />}
      </Some>
      {from > 0 && <Gap key="before" text={`${count(from)} steps before`} go={before} />}
      {turns.slice(from, to).map((turn) => (
        <Fragment key={turn.step}>
          {callsBefore(turn.step)}
          <TurnArticle
            turn={turn}
            environment={opening.environment}
            isNow={turn.step === step}
            isOpen={open.includes(turn.step)}
            select={select}
            redo={redo}
          />
        </Fragment>
      ))}
      {to < turns.length && (
        <Gap key="after" text={`${count(turns.length - to)} steps more`} go={after} />
      )}
      {to === turns.length && callsBefore(turns.length + 1)}
      <p class="fin">
        <Icon name={standing.icon} />
        {end === undefined
          ? 'The episode is still open.'
          : `The episode ended: ${end.reason.replaceAll('_', ' ')}, ${end.kind}.`}
        {detail !== undefined && ` ${detail}`}
      </p>
    </section>
  )
}

/** A gap in the steps, which loads on scrolling or on a click. */
function Gap({ text, go }: { readonly text: string; readonly go: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(go)
  latest.current = go
  useEffect(
    () => (button.current === null ? undefined : whenNear(button.current, () => latest.current())),
    [],
  )
  return (
    <button ref={button} type="button" class="more" onClick={go}>
      {text}
    </button>
  )
}
