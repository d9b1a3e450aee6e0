import type { ComponentChildren, JSX } from 'preact'
import { type AnsweredCall, callTone, isRecord } from '../../data/tool-call.ts'
import { FirstItems } from '../../parts/first-items.tsx'
import { CodeBlock } from '../../parts/message-text.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { FoldedText, PlainText } from '../../parts/text.tsx'

/** Arguments of a call that show at first. */
export const INITIAL_ENTRIES = 50

export interface ToolCardProps {
  readonly call: AnsweredCall
  readonly reward: number
  /** Parts of the reward that the step changed. */
  readonly change: Readonly<Record<string, number>>
  readonly isOpen: boolean
}

/** The value of an argument. */
export function ArgumentValue({ value }: { readonly value: unknown }): JSX.Element {
  if (typeof value === 'string') return <FoldedText text={value} initialCharacters={1_000} />
  if (typeof value === 'number' || typeof value === 'boolean') return <>{String(value)}</>
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return <FoldedText text={value.join(', ')} initialCharacters={1_000} />
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return <FieldList values={value as Readonly<Record<string, unknown>>} />
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isFlatRecord)) {
    return <RecordTable records={value} />
  }
  return <CodeBlock text={JSON.stringify(value)} language="json" />
}

type FlatRecord = Readonly<Record<string, string | number | boolean | null>>

const isFlatRecord = (value: unknown): value is FlatRecord =>
  isRecord(value) && Object.values(value).every((member) => typeof member !== 'object')

/** A list of objects, such as the items of a report. */
function RecordTable({ records }: { readonly records: readonly FlatRecord[] }): JSX.Element {
  const names = [...new Set(records.flatMap(Object.keys))]
  return (
    <table class="plain">
      <TableHead names={names} />
      <tbody>
        <FirstItems items={records} pageSize={INITIAL_ENTRIES}>
          {(record, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>
                  <PlainText text={String(record[name] ?? '')} />
                </td>
              ))}
            </tr>
          )}
        </FirstItems>
      </tbody>
    </table>
  )
}

export function FieldList({
  values,
  over = [],
}: {
  readonly values: Readonly<Record<string, unknown>>
  readonly over?: readonly string[]
}): JSX.Element {
  return (
    <div>
      <FirstItems items={Object.entries(values)} pageSize={INITIAL_ENTRIES}>
        {([name, value]) => (
          <span key={name} class={over.includes(name) ? 'field over' : 'field'}>
            <i>
              <PlainText text={name} />
            </i>
            <FoldedText
              text={typeof value === 'string' ? value : JSON.stringify(value)}
              initialCharacters={500}
            />
          </span>
        )}
      </FirstItems>
    </div>
  )
}

const TONES = { won: 'yes', lost: 'no', none: '' } as const

export const answerTone = (call: AnsweredCall): 'yes' | 'no' | '' => TONES[callTone(call)]

export function AnswerBox({
  children,
  tone,
}: {
  readonly children: ComponentChildren
  readonly tone: 'yes' | 'no' | ''
}): JSX.Element {
  return <div class={`answer ${tone}`}>{children}</div>
}

export function ArgumentEntry({
  name,
  value,
}: {
  readonly name: string
  readonly value: unknown
}): JSX.Element {
  return (
    <>
      <dt>
        <PlainText text={name} />
      </dt>
      <dd>
        {value === undefined ? (
          <span class="quiet">left out</span>
        ) : (
          <ArgumentValue value={value} />
        )}
      </dd>
    </>
  )
}
