import type { JSX } from 'preact'
import { isRecord } from '../../data/tool-call.ts'
import { Some } from '../../parts/some.tsx'
import { LongText, Plain } from '../../parts/text.tsx'
import { Answer, type Around, answerTone, ENTRIES_FIRST, Entry } from './card-parts.tsx'

/** The order of these members. Others follow. */
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

/** A call, an answer on an open line, or a question to the customer. */
export function Phone({ call }: Around): JSX.Element {
  const given = call.arguments ?? {}
  const names = [
    ...PHONE_ARGUMENTS.filter((name) => Object.hasOwn(given, name)),
    ...Object.keys(given).filter((name) => !PHONE_ARGUMENTS.includes(name)),
  ]
  return (
    <>
      <dl class="kv">
        <Some of={names} first={ENTRIES_FIRST}>
          {(name) => <Entry key={name} name={name} value={given[name]} />}
        </Some>
      </dl>
      <Answer tone={answerTone(call)}>
        <LongText text={call.answer ?? ''} />
      </Answer>
    </>
  )
}

/** What became of each thing that the customer wanted. */
export function Report({ call }: Around): JSX.Element {
  const { items, ...rest } = call.arguments ?? {}
  const told = Array.isArray(items) ? items.filter(isRecord) : []
  return (
    <>
      <table class="plain">
        <tbody>
          <Some of={told} first={ENTRIES_FIRST}>
            {({ service, outcome, reason }) => (
              <tr key={String(service)}>
                <td>
                  <code>
                    <Plain text={String(service)} />
                  </code>
                </td>
                <td>
                  <Plain text={String(outcome).replaceAll('_', ' ')} />
                </td>
                <td>
                  <Plain text={String(reason ?? '').replaceAll('_', ' ')} />
                </td>
              </tr>
            )}
          </Some>
        </tbody>
      </table>
      <dl class="kv">
        {Object.entries(rest).map(([name, value]) => (
          <Entry key={name} name={name} value={value} />
        ))}
      </dl>
      <Answer tone={answerTone(call)}>
        <LongText text={call.answer ?? ''} />
      </Answer>
    </>
  )
}
