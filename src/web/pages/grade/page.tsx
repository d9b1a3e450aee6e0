import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ParamsAt, ResultAt } from '../../../client/resources.ts'
import { callServer } from '../../data/api.ts'
import { Icon } from '../../parts/icons.tsx'
import { MessageText } from '../../parts/message-text.tsx'
import { ErrorBox, Skeleton } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import { enumField, type StateValues, textField } from '../../state/fields.ts'

type GradeParams = ParamsAt<'POST /v1/math/grade'>
const KINDS = [
  'expression',
  'choice',
  'text',
  'hexadecimal',
] as const satisfies readonly NonNullable<GradeParams['kind']>[]

const FIELDS = {
  gold: textField(),
  answer: textField(),
  kind: enumField(...KINDS),
  options: textField(),
  question: textField(),
}

/** Examples of different verdicts. */
const EXAMPLES: readonly (readonly [gold: string, answer: string])[] = [
  ['\\frac{3}{4}', 'So the answer is \\boxed{0.75}.'],
  ['x^2 - 1', '\\boxed{(x-1)(x+1)}'],
  ['12', 'It is either 12 or 14.'],
]

/** Grades an answer against the correct answer, and explains the verdict. */
export function GradePage(): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const { gold, answer, kind, options, question } = fields
  useEffect(() => {
    document.title = 'Grade · Backchannel'
  }, [])
  const params: GradeParams = {
    gold: gold ?? '',
    answer: answer ?? '',
    kind,
    ...(options === undefined ? {} : { options: options.split('\n').filter(Boolean) }),
    ...(question === undefined ? {} : { question }),
  }
  // The address holds the input, so that nothing is stored.
  const { data, error, isFetching } = useQuery({
    queryKey: ['grade', params],
    queryFn: () => callServer('POST /v1/math/grade', params),
    enabled: gold !== undefined && answer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div class="page">
      <h1>Grade an answer</h1>
      <p>
        How <code>math-feedback-v1</code> grades a response: which answer it extracts, and why that
        is correct or not.
      </p>
      <GradeForm key={JSON.stringify(fields)} fields={fields} onChange={setFields} />
      {error !== null && <ErrorBox error={error} />}
      {isFetching && <Skeleton rows={2} />}
      {data !== undefined && !isFetching && <Verdict asked={params} verdict={data} />}
      <p class="quiet">
        Try:{' '}
        {EXAMPLES.map(([right, given]) => (
          <button
            key={given}
            type="button"
            class="link"
            onClick={() => setFields({ gold: right, answer: given, kind: 'expression' })}
          >
            {given}
          </button>
        ))}
      </p>
    </div>
  )
}

type GradeFields = StateValues<typeof FIELDS>

function GradeForm({
  fields,
  onChange,
}: {
  readonly fields: GradeFields
  readonly onChange: (fields: Partial<GradeFields>) => void
}): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const textOf = (name: string): string | undefined => {
      const value = String(given.get(name) ?? '').trim()
      return value === '' ? undefined : value
    }
    onChange({
      gold: textOf('gold'),
      answer: textOf('answer'),
      kind: FIELDS.kind.parse(textOf('kind')),
      options: textOf('options'),
      question: textOf('question'),
    })
  }
  return (
    <form class="tool-form column-form" aria-label="Answer and right answer" onSubmit={submit}>
      <Labelled name="correct answer">
        <input class="input mono" name="gold" required maxLength={1_000} value={fields.gold} />
      </Labelled>
      <Labelled name="full response">
        <textarea name="answer" required maxLength={1_000} value={fields.answer} />
      </Labelled>
      <Labelled name="kind">
        <select class="input" name="kind" value={fields.kind}>
          {KINDS.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </Labelled>
      <details class="fold" open={fields.options !== undefined || fields.question !== undefined}>
        <summary>The question, and the options of a choice</summary>
        <Labelled name="question">
          <textarea name="question" maxLength={4_000} value={fields.question} />
        </Labelled>
        <Labelled name="options, one a line">
          <textarea name="options" value={fields.options} />
        </Labelled>
      </details>
      <p>
        <button type="submit" class="btn primary">
          Grade
        </button>
      </p>
    </form>
  )
}

function Labelled({ name, children }: { readonly name: string; children: ComponentChildren }) {
  return (
    <label class="form-row">
      <span>{name}</span>
      {children}
    </label>
  )
}

function Verdict({
  asked: params,
  verdict,
}: {
  readonly asked: GradeParams
  readonly verdict: ResultAt<'POST /v1/math/grade'>
}): JSX.Element {
  const { correct, extracted, reasons } = verdict
  return (
    <section class="card" aria-label="Verdict" aria-live="polite">
      <h2 class={correct ? 'state won' : 'state lost'}>
        <Icon name={correct ? 'ok' : 'no'} />
        {correct ? 'Correct' : 'Not correct'}
      </h2>
      <dl class="key-values">
        <dt>extracted answer</dt>
        <dd class="mono">{extracted === null ? 'nothing' : <PlainText text={extracted} />}</dd>
        <dt>correct answer</dt>
        <dd class="mono">
          <PlainText text={params.gold} />
        </dd>
      </dl>
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason}>
            <PlainText text={reason} />
          </li>
        ))}
      </ul>
      <h3>Response</h3>
      <MessageText text={params.answer} key={params.answer} />
    </section>
  )
}
