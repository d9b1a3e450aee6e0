import type { JSX } from 'preact'
import { formatPartChanges, formatSigned, isZeroReward } from '../../data/format.ts'
import {
  type AnsweredCall,
  departmentsOf,
  isRefused,
  listedIn,
  parseForm,
  summarizeCall,
} from '../../data/tool-call.ts'
import { Chip } from '../../parts/chips.tsx'
import { FirstItems } from '../../parts/first-items.tsx'
import { Icon } from '../../parts/icons.tsx'
import { CodeBlock, MessageText } from '../../parts/message-text.tsx'
import { FoldedText, PlainText, UnbrokenParts } from '../../parts/text.tsx'
import {
  AnswerBox,
  ArgumentEntry,
  ArgumentValue,
  answerTone,
  FieldList,
  INITIAL_ENTRIES,
  type ToolCardProps,
} from './card-parts.tsx'

/** The reward of a step. If its parts cancel out, the parts show. */
export function StepReward({
  reward,
  change,
}: {
  readonly reward: number
  readonly change: ToolCardProps['change']
}): JSX.Element {
  const parts = Object.entries(change)
  const title = formatPartChanges(change)
  if (!isZeroReward(reward)) {
    return (
      <Chip tone={reward > 0 ? 'won' : 'lost'} title={title}>
        {formatSigned(reward)}
      </Chip>
    )
  }
  return (
    <>
      {parts.length > 0 && <span class="quiet">reward:</span>}
      {parts.slice(0, 2).map(([name, value]) => (
        <span key={name} class={value > 0 ? 'change up' : 'change down'} title={title}>
          {name} {formatSigned(value)}
        </span>
      ))}
    </>
  )
}

function DirectoryCard({ call, isOpen }: ToolCardProps): JSX.Element {
  const found = departmentsOf(call) ?? []
  return (
    <>
      <dl class="key-values">
        <dt>query</dt>
        <dd>
          <PlainText text={String(call.arguments?.query ?? '')} />
        </dd>
        <dt>found</dt>
        <dd>
          {found.length === 0 && 'nothing'}
          {found.length > 0 && `${found.length} departments: `}
          <PlainText text={[...new Set(found.map(({ department }) => department))].join(', ')} />
        </dd>
      </dl>
      {found.length > 0 && (
        <details class="found" open={isOpen}>
          <summary>Numbers, hours and services</summary>
          <div>
            <table class="plain">
              <thead>
                <tr>
                  <th>department</th>
                  <th>number</th>
                  <th>hours</th>
                  <th>services</th>
                </tr>
              </thead>
              <tbody>
                {found.map((one) => (
                  <tr key={one.phone_number}>
                    <td>
                      <PlainText text={`${one.department}, ${one.company}`} />
                    </td>
                    <td class="mono">
                      <PlainText text={one.phone_number} />
                    </td>
                    <td>
                      <UnbrokenParts text={one.hours} />
                    </td>
                    <td>
                      {one.services.map(({ id, about }) => (
                        <div key={id}>
                          <code>
                            <PlainText text={id} />
                          </code>{' '}
                          <PlainText text={about} />
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </>
  )
}

function FormCard({ call }: ToolCardProps): JSX.Element | null {
  const form = parseForm(call)
  if (form === undefined) return null
  const left = listedIn(call).filter((name) => !Object.hasOwn(form.values, name))
  return (
    <>
      <FieldList values={form.values} />
      {left.length > 0 && (
        <div>
          {left.map((name) => (
            <span key={name} class="field over">
              <PlainText text={name} />
              <i>{form.isAbandoned ? 'not filled in' : 'unavailable'}</i>
            </span>
          ))}
        </div>
      )}
      <AnswerBox tone={form.isAbandoned ? 'no' : answerTone(call)}>
        <FoldedText text={form.note} />
      </AnswerBox>
    </>
  )
}

function TutorCard({ call }: ToolCardProps): JSX.Element {
  return (
    <>
      <dl class="key-values">
        <FirstItems items={Object.entries(call.arguments ?? {})} pageSize={INITIAL_ENTRIES}>
          {([name, value]) => (
            <div key={name} class="entry">
              <dt>
                <PlainText text={name} />
              </dt>
              <dd>
                {typeof value === 'string' ? (
                  <MessageText text={value} />
                ) : (
                  <ArgumentValue value={value} />
                )}
              </dd>
            </div>
          )}
        </FirstItems>
      </dl>
      <AnswerBox tone={answerTone(call)}>
        <MessageText text={call.answer ?? ''} />
      </AnswerBox>
    </>
  )
}

function SandboxCard({ call }: ToolCardProps): JSX.Element {
  const answer = call.answer ?? ''
  return (
    <>
      <CodeBlock text={String(call.arguments?.code ?? '')} language="q" />
      <AnswerBox tone={answerTone(call)}>
        <CodeBlock text={answer === '' ? '(nothing printed)' : answer} />
      </AnswerBox>
    </>
  )
}

/** Any other tool: its arguments by name, or unparsed arguments, and its answer as text. */
function GenericCard({ call }: ToolCardProps): JSX.Element {
  const { arguments: given, rawArguments: raw, answer } = call
  return (
    <>
      {given === undefined ? (
        raw !== undefined && (
          <CodeBlock text={typeof raw === 'string' ? raw : JSON.stringify(raw)} language="json" />
        )
      ) : (
        <dl class="key-values">
          <FirstItems items={Object.entries(given)} pageSize={INITIAL_ENTRIES}>
            {([name, value]) => <ArgumentEntry key={name} name={name} value={value} />}
          </FirstItems>
        </dl>
      )}
      {answer !== undefined && (
        <AnswerBox tone={answerTone(call)}>
          <FoldedText text={answer} />
        </AnswerBox>
      )}
    </>
  )
}

/** The card that fits the data of a call. A tool of any environment has one. */
function bodyOf(call: AnsweredCall): (around: ToolCardProps) => JSX.Element | null {
  if (call.arguments === undefined) return GenericCard
  if (departmentsOf(call) !== undefined) return DirectoryCard
  if (parseForm(call) !== undefined) return FormCard
  if (call.event?.verdict !== undefined) return TutorCard
  return typeof call.arguments.code === 'string' ? SandboxCard : GenericCard
}

/** A tool call with its result. */
export function ToolCard(around: ToolCardProps): JSX.Element {
  const { call, reward, change } = around
  const { icon, title } = summarizeCall(call)
  const Body = bodyOf(call)
  return (
    <div class="tool">
      <header>
        <Icon name={icon} />
        <b>
          <PlainText text={title} />
        </b>
        <code>
          <PlainText text={call.name} />
        </code>
        {isRefused(call) && (
          <Chip tone="lost" icon="no">
            refused
          </Chip>
        )}
        <span class="end">
          <StepReward reward={reward} change={change} />
        </span>
      </header>
      <div class="body">
        <Body {...around} />
      </div>
    </div>
  )
}
