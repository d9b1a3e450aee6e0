import type { JSX } from 'preact'
import { isRecord } from '../../data/tool-call.ts'
import { FirstItems } from '../../parts/first-items.tsx'
import { LongText, PlainText } from '../../parts/text.tsx'
import {
  Answer,
  ArgumentEntry,
  answerTone,
  INITIAL_ENTRIES,
  type ToolCardProps,
} from './card-parts.tsx'

/** The arguments that come first, in this order. */
const PHONE_ARGUMENTS = [
  'service',
  'answer',
  'fields',
  'approve',
  'details',
  'auth_info',
  'unavailable',
  'reference_number',
  'when',
  'on_behalf_of',
  'phone_number',
]

/** A phone call, an answer during a call, or a question to the customer. */
export function PhoneCard({ call }: ToolCardProps): JSX.Element {
  const given = call.arguments ?? {}
  const names = [
    ...PHONE_ARGUMENTS.filter((name) => Object.hasOwn(given, name)),
    ...Object.keys(given).filter((name) => !PHONE_ARGUMENTS.includes(name)),
  ]
  return (
    <>
      <dl class="kv">
        <FirstItems items={names} pageSize={INITIAL_ENTRIES}>
          {(name) => <ArgumentEntry key={name} name={name} value={given[name]} />}
        </FirstItems>
      </dl>
      <Answer tone={answerTone(call)}>
        <LongText text={call.answer ?? ''} />
      </Answer>
    </>
  )
}

/** The reported outcome of each service that the customer wanted. */
export function ReportCard({ call }: ToolCardProps): JSX.Element {
  const { items, ...rest } = call.arguments ?? {}
  const reportedItems = Array.isArray(items) ? items.filter(isRecord) : []
  return (
    <>
      <table class="plain">
        <tbody>
          <FirstItems items={reportedItems} pageSize={INITIAL_ENTRIES}>
            {({ service, outcome, reason }) => (
              <tr key={String(service)}>
                <td>
                  <code>
                    <PlainText text={String(service)} />
                  </code>
                </td>
                <td>
                  <PlainText text={String(outcome).replaceAll('_', ' ')} />
                </td>
                <td>
                  <PlainText text={String(reason ?? '').replaceAll('_', ' ')} />
                </td>
              </tr>
            )}
          </FirstItems>
        </tbody>
      </table>
      <dl class="kv">
        {Object.entries(rest).map(([name, value]) => (
          <ArgumentEntry key={name} name={name} value={value} />
        ))}
      </dl>
      <Answer tone={answerTone(call)}>
        <LongText text={call.answer ?? ''} />
      </Answer>
    </>
  )
}
