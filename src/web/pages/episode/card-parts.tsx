import type { ComponentChildren, JSX } from 'preact'
import { type Call, toneOf } from '../../data/tool-call.ts'
import { Code } from '../../parts/message-text.tsx'
import { Some } from '../../parts/some.tsx'
import { LongText, Plain } from '../../parts/text.tsx'

/** So many arguments of a call are shown at first. */
export const ENTRIES_FIRST = 50

/** The data of a card. */
export interface Around {
  readonly call: Call
  readonly reward: number
  /** Parts of the reward that the step changed. */
  readonly change: Readonly<Record<string, number>>
  readonly isOpen: boolean
}

/** A value of the arguments, as a person reads it. */
export function Value({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === 'string') return <LongText text={value} first={1_000} />
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return <Fields values={value as Readonly<Record<string, unknown>>} />
  }
  return <Code text={JSON.stringify(value)} language="json" />
}

export function Fields({
  values,
  over = [],
}: {
  readonly values: Readonly<Record<string, unknown>>
  readonly over?: readonly string[]
}): JSX.Element {
  return (
    <div>
      <Some of={Object.entries(values)} first={ENTRIES_FIRST}>
        {([name, value]) => (
          <span key={name} class={over.includes(name) ? 'field over' : 'field'}>
            <i>
              <Plain text={name} />
            </i>
            <LongText
              text={typeof value === 'string' ? value : JSON.stringify(value)}
              first={500}
            />
          </span>
        )}
      </Some>
    </div>
  )
}

const TONES = { won: 'yes', lost: 'no', none: '' } as const

export const answerTone = (call: Call): 'yes' | 'no' | '' => TONES[toneOf(call)]

export function Answer({
  children,
  tone,
}: {
  readonly children: ComponentChildren
  readonly tone: 'yes' | 'no' | ''
}): JSX.Element {
  return <div class={`answer ${tone}`}>{children}</div>
}

export function Entry({
  name,
  value,
}: {
  readonly name: string
  readonly value: unknown
}): JSX.Element {
  return (
    <>
      <dt>
        <Plain text={name} />
      </dt>
      <dd>{value === undefined ? <span class="quiet">left out</span> : <Value value={value} />}</dd>
    </>
  )
}
