import { Fragment, type JSX } from 'preact'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { Message } from '../../../client/index.ts'
import type { LoggedTurn, ParsedLog } from '../../data/episode-log.ts'
import { formatCount, formatDuration, pluralize } from '../../data/format.ts'
import type { CallsByStep } from '../../data/model-calls.ts'
import { outcomeOf } from '../../parts/chips.tsx'
import { FirstItems } from '../../parts/first-items.tsx'
import { Icon } from '../../parts/icons.tsx'
import { memo } from '../../parts/memo.tsx'
import { CodeBlock, MessageText } from '../../parts/message-text.tsx'
import { FoldedText } from '../../parts/text.tsx'
import { onNear } from '../../parts/when-near.ts'
import { StepReward, ToolCard } from './card.tsx'
import { ModelCalls } from './model-calls.tsx'

/** Names for the roles in a conversation. */
const ROLE_NAMES: Readonly<Record<string, string>> = { system: 'System', assistant: 'Agent' }

const speakerName = (role: string, environment: string): string =>
  ROLE_NAMES[role] ?? (environment.startsWith('phone') ? 'Customer' : 'Task')

const ATTEMPTS = /<previous_attempts>[\s\S]*<\/previous_attempts>\s*/

function OpeningMessage({
  message,
  log,
  isSystemOpen,
}: {
  readonly message: Message
  readonly log: ParsedLog
  readonly isSystemOpen: boolean
}): JSX.Element {
  const { environment, attemptsInPrompt } = log.opening
  const text = String(message.content ?? '')
  const isSystem = message.role === 'system'
  // Fold earlier attempts, but only if the opening has any.
  const attempts = attemptsInPrompt.length > 0 ? ATTEMPTS.exec(text)?.[0] : undefined
  const outcomes = attemptsInPrompt.map(({ index, outcome }) => `${index} ${outcome}`).join(', ')
  return (
    <article class="turn">
      <div class="speaker">
        <b>{speakerName(message.role, environment)}</b>
        <span class="mono">opening</span>
      </div>
      <div>
        {isSystem ? (
          <details class="fold" open={isSystemOpen}>
            <summary>System prompt · {formatCount(text.length)} characters</summary>
            <MessageText text={text} />
          </details>
        ) : (
          <MessageText text={attempts === undefined ? text : text.replace(attempts, '')} />
        )}
        {attempts !== undefined && (
          <details class="fold attempts-fold">
            <summary>
              <Icon name="eye" />
              <span>
                The prompt has <b>{pluralize(attemptsInPrompt.length, 'earlier attempt')}</b>:{' '}
                {outcomes} · {formatCount(attempts.length)} characters
              </span>
            </summary>
            <div class="message">
              <FoldedText text={attempts} />
            </div>
          </details>
        )}
      </div>
    </article>
  )
}

interface TurnProps {
  readonly turn: LoggedTurn
  readonly environment: string
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly select: (step: number) => void
  readonly retryStep: ((step: number) => void) | undefined
}

/** A turn of the agent and the environment's answer. */
const TurnArticle = memo(function TurnArticle(props: TurnProps): JSX.Element {
  const { turn, environment, isCurrent, isOpen, select, retryStep } = props
  const { step, text: said, thought, calls, otherMessages, reward, partChanges, tookMs } = turn
  const hasNoCalls = calls.length === 0
  return (
    <>
      <article class={isCurrent ? 'turn now' : 'turn'} id={`s${step}`}>
        <div class="speaker">
          <b>Agent</b>
          <button type="button" class="step-number mono" onClick={() => select(step)}>
            step {step} · {formatDuration(tookMs)}
          </button>
          {retryStep !== undefined && (
            <button type="button" class="retry-step" onClick={() => retryStep(step)}>
              <Icon name="fork" />
              try another action
            </button>
          )}
        </div>
        <div class="turn-content">
          {thought !== undefined && (
            <details class="thought" open={isOpen}>
              <summary>Thoughts</summary>
              <MessageText text={thought} />
            </details>
          )}
          {said !== undefined && <MessageText text={said} />}
          {hasNoCalls && (
            <div class="links">
              <StepReward reward={reward} change={partChanges} />
            </div>
          )}
          <FirstItems items={calls} pageSize={20}>
            {(call, index) => (
              <ToolCard
                key={index}
                call={call}
                reward={index === calls.length - 1 ? reward : 0}
                change={index === calls.length - 1 ? partChanges : {}}
                isOpen={isOpen}
              />
            )}
          </FirstItems>
          <NotesAndEffects turn={turn} isOpen={isOpen} />
        </div>
      </article>
      <FirstItems items={otherMessages} pageSize={20}>
        {(message, index) => (
          <article class="turn" key={index}>
            <div class="speaker">
              <b>
                {message.role === 'user' ? 'Environment' : speakerName(message.role, environment)}
              </b>
              <span class="mono">after step {step}</span>
            </div>
            <MessageText text={String(message.content ?? '')} />
          </article>
        )}
      </FirstItems>
    </>
  )
})

/** The trainer's notes and the effects of a step. */
function NotesAndEffects({
  turn,
  isOpen,
}: {
  readonly turn: LoggedTurn
  readonly isOpen: boolean
}) {
  const { notes, effects } = turn
  if (notes.length === 0 && effects.length === 0) return null
  const tookMs = effects.reduce((sum, { took_ms: ms = 0 }) => sum + ms, 0)
  return (
    <details class="fold" open={isOpen}>
      <summary>
        {[
          notes.length > 0 && pluralize(notes.length, 'note'),
          effects.length > 0 && pluralize(effects.length, 'effect'),
          tookMs > 0 && `${formatDuration(tookMs)} for all effects`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <FirstItems items={[...notes, ...effects]} pageSize={20}>
        {(value, index) => (
          <CodeBlock key={index} text={JSON.stringify(value, null, 2)} language="json" />
        )}
      </FirstItems>
    </details>
  )
}

/** In a long episode, this many turns are drawn before and after the current one. */
const TURNS_AROUND = 25
/** Shorter episodes are drawn completely, so that the browser's search finds all text. */
const UNVIRTUALIZED_MAX = 100

interface TurnRange {
  readonly from: number
  readonly to: number
}

/** The range of turns to draw: around the current turn, extended by scrolling. */
function useTurnRange(turns: number, step: number) {
  const drawn = useRef<TurnRange>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const at = Math.max(0, step - 1)
  const has = (stretch: TurnRange | undefined): stretch is TurnRange =>
    stretch !== undefined && stretch.from <= at && at < stretch.to
  if (turns <= UNVIRTUALIZED_MAX) drawn.current = { from: 0, to: turns }
  else if (!has(drawn.current)) {
    drawn.current = { from: Math.max(0, at - TURNS_AROUND), to: Math.min(turns, at + TURNS_AROUND) }
  }
  const { from, to } = drawn.current as TurnRange
  const draw = (stretch: TurnRange): void => {
    drawn.current = stretch
    redraw(undefined)
  }
  return {
    from,
    to,
    before: () => draw({ from: Math.max(0, from - 2 * TURNS_AROUND), to }),
    after: () => draw({ from, to: Math.min(turns, to + 2 * TURNS_AROUND) }),
  }
}

export function ConversationView({
  log,
  calls,
  step,
  anchor,
  open,
  select,
  retryStep,
  isSystemOpen = false,
}: {
  readonly log: ParsedLog
  /** Model calls of an agent program. */
  readonly calls?: CallsByStep
  readonly step: number
  /** The step to scroll to, the first one by default. */
  readonly anchor: number
  readonly open: readonly number[]
  readonly select: (step: number) => void
  readonly retryStep: ((step: number) => void) | undefined
  /** Whether the system prompt is unfolded at first. */
  readonly isSystemOpen?: boolean
}): JSX.Element {
  const { opening, turns, end, total, detail } = log
  const { from, to, before, after } = useTurnRange(turns.length, anchor)
  const outcome = outcomeOf({
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
      <FirstItems items={opening.messages} pageSize={50}>
        {(message, index) => <OpeningMessage key={index} {...{ message, log, isSystemOpen }} />}
      </FirstItems>
      {from > 0 && (
        <HiddenSteps key="before" text={`${formatCount(from)} steps before`} go={before} />
      )}
      {turns.slice(from, to).map((turn) => (
        <Fragment key={turn.step}>
          {callsBefore(turn.step)}
          <TurnArticle
            turn={turn}
            environment={opening.environment}
            isCurrent={turn.step === step}
            isOpen={open.includes(turn.step)}
            select={select}
            retryStep={retryStep}
          />
        </Fragment>
      ))}
      {to < turns.length && (
        <HiddenSteps key="after" text={`${formatCount(turns.length - to)} steps more`} go={after} />
      )}
      {to === turns.length && callsBefore(turns.length + 1)}
      <p class="episode-end">
        <Icon name={outcome.icon} />
        {end === undefined
          ? 'The episode is still open.'
          : `The episode ended: ${end.reason.replaceAll('_', ' ')}, ${end.kind}.`}
        {detail !== undefined && ` ${detail}`}
      </p>
    </section>
  )
}

/** A button for steps that are not drawn. Scrolling to it draws them, too. */
function HiddenSteps({
  text,
  go,
}: {
  readonly text: string
  readonly go: () => void
}): JSX.Element {
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(go)
  latest.current = go
  useEffect(
    () => (button.current === null ? undefined : onNear(button.current, () => latest.current())),
    [],
  )
  return (
    <button ref={button} type="button" class="more" onClick={go}>
      {text}
    </button>
  )
}
