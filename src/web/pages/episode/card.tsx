import type { JSX } from 'preact'
import { changeText, signed } from '../../data/format.ts'
import { briefOf, type Call, departmentsOf, formOf, isRefused } from '../../data/tool-call.ts'
import { Chip } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Code, MessageText } from '../../parts/message-text.tsx'
import { Some } from '../../parts/some.tsx'
import { LongText, Plain } from '../../parts/text.tsx'
import {
  Answer,
  type Around,
  answerTone,
  ENTRIES_FIRST,
  Entry,
  Fields,
  Value,
} from './card-parts.tsx'
import { Phone, Report } from './phone-card.tsx'

/** The reward of a step, with its parts if they cancel each other out. */
export function Worth({
  reward,
  change,
}: {
  readonly reward: number
  readonly change: Around['change']
}): JSX.Element {
  const parts = Object.entries(change)
  const title = changeText(change)
  if (Math.abs(reward) > 0.0005) {
    return (
      <Chip tone={reward > 0 ? 'won' : 'lost'} title={title}>
        {signed(reward)}
      </Chip>
    )
  }
  return (
    <>
      {parts.length > 0 && <span class="quiet">reward:</span>}
      {parts.slice(0, 2).map(([name, value]) => (
        <span key={name} class={value > 0 ? 'd up' : 'd down'} title={title}>
          {name} {signed(value)}
        </span>
      ))}
    </>
  )
}

function Directory({ call, isOpen }: Around): JSX.Element {
  const found = departmentsOf(call) ?? []
  return (
    <>
      <dl class="kv">
        <dt>query</dt>
        <dd>
          <Plain text={String(call.arguments?.query ?? '')} />
        </dd>
        <dt>found</dt>
        <dd>
          {found.length === 0 && 'nothing'}
          {found.length > 0 && `${found.length} departments: `}
          <Plain text={[...new Set(found.map(({ department }) => department))].join(', ')} />
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
                      <Plain text={`${one.department}, ${one.company}`} />
                    </td>
                    <td class="m">
                      <Plain text={one.phone_number} />
                    </td>
                    <td>
                      <Plain text={one.hours} />
                    </td>
                    <td>
                      {one.services.map(({ id, about }) => (
                        <div key={id}>
                          <code>
                            <Plain text={id} />
                          </code>{' '}
                          <Plain text={about} />
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

function Form({ call }: Around): JSX.Element {
  const form = formOf(call)
  const left = form.asked.filter((name) => !Object.hasOwn(form.values, name))
  return (
    <>
      <Fields values={form.values} />
      {left.length > 0 && (
        <div>
          {left.map((name) => (
            <span key={name} class="field over">
              <Plain text={name} />
              <i>{form.abandoned ? 'not filled in' : 'unavailable'}</i>
            </span>
          ))}
        </div>
      )}
      <Answer tone={form.abandoned ? 'no' : answerTone(call)}>
        <LongText text={form.note} />
      </Answer>
    </>
  )
}

function Tutor({ call }: Around): JSX.Element {
  return (
    <>
      <dl class="kv">
        <Some of={Object.entries(call.arguments ?? {})} first={ENTRIES_FIRST}>
          {([name, value]) => (
            <div key={name} class="entry">
              <dt>
                <Plain text={name} />
              </dt>
              <dd>
                {typeof value === 'string' ? <MessageText text={value} /> : <Value value={value} />}
              </dd>
            </div>
          )}
        </Some>
      </dl>
      <Answer tone={answerTone(call)}>
        <MessageText text={call.answer ?? ''} />
      </Answer>
    </>
  )
}

function Sandbox({ call }: Around): JSX.Element {
  const answer = call.answer ?? ''
  return (
    <>
      <Code text={String(call.arguments?.code ?? '')} language="q" />
      <Answer tone={answerTone(call)}>
        <Code text={answer === '' ? '(nothing printed)' : answer} />
      </Answer>
    </>
  )
}

/** Any tool: its arguments by name, or as they came if they are no object; its answer as text. */
function Generic({ call }: Around): JSX.Element {
  const { arguments: given, given: raw, answer } = call
  return (
    <>
      {given === undefined ? (
        raw !== undefined && (
          <Code text={typeof raw === 'string' ? raw : JSON.stringify(raw)} language="json" />
        )
      ) : (
        <dl class="kv">
          <Some of={Object.entries(given)} first={ENTRIES_FIRST}>
            {([name, value]) => <Entry key={name} name={name} value={value} />}
          </Some>
        </dl>
      )}
      {answer !== undefined && (
        <Answer tone={answerTone(call)}>
          <LongText text={answer} />
        </Answer>
      )}
    </>
  )
}

/** Cards for known tools, used only if the arguments have the expected form. */
const BODIES: Readonly<Record<string, (around: Around) => JSX.Element>> = {
  company_directory: Directory,
  auth_info_form: Form,
  ask_customer: Phone,
  phone_call: Phone,
  say: Phone,
  report: Report,
  get_feedback: Tutor,
  q_sandbox: Sandbox,
}

const isAsExpected = (call: Call): boolean =>
  call.arguments !== undefined &&
  (call.name !== 'company_directory' || departmentsOf(call) !== undefined)

/** One call of a tool, with what came of it. */
export function ToolCard(around: Around): JSX.Element {
  const { call, reward, change } = around
  const { icon, title } = briefOf(call, reward)
  const known = Object.hasOwn(BODIES, call.name) && isAsExpected(call)
  const Body = (known ? BODIES[call.name] : undefined) ?? Generic
  return (
    <div class="tool">
      <header>
        <Icon name={icon} />
        <b>
          <Plain text={title} />
        </b>
        <code>
          <Plain text={call.name} />
        </code>
        {isRefused(call) && (
          <Chip tone="lost" icon="no">
            refused
          </Chip>
        )}
        <span class="end">
          <Worth reward={reward} change={change} />
        </span>
      </header>
      <div class="body">
        <Body {...around} />
      </div>
    </div>
  )
}
