import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Action, ToolSchema } from '../../../client/index.ts'
import type { EpisodeLog } from '../../data/episode-log.ts'
import { counted, words } from '../../data/format.ts'
import { formOfTool } from '../../data/tool-form.ts'
import { answerIn, turnsLeft, usedUpTools } from '../../data/turn-rules.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Editor } from '../../parts/editor.tsx'
import { MessageText } from '../../parts/message-text.tsx'
import { knownFacts } from './known-facts.ts'
import { ToolForm } from './tool-form.tsx'

const MESSAGE = ''

/** A person's next turn: a form for each available tool, or a message. */
export function Composer({
  log,
  tools,
  takesAnswers,
  isBusy,
  act,
}: {
  readonly log: EpisodeLog
  readonly tools: readonly ToolSchema[]
  /** Whether a message without a call is an answer. */
  readonly takesAnswers: boolean
  readonly isBusy: boolean
  readonly act: (action: Action) => void
}): JSX.Element {
  const [choice, setChoice] = useState<{ readonly name: string; readonly turn: number }>()
  const usedUp = usedUpTools(log, tools, takesAnswers)
  const left = tools.filter(({ function: { name } }) => !usedUp.has(name))
  const chosen =
    choice?.turn === log.turns.length ? choice.name : (replyTool(log, left) ?? choice?.name)
  const tool =
    chosen === MESSAGE ? undefined : (left.find((each) => nameOf(each) === chosen) ?? left[0])
  const now = tool === undefined ? MESSAGE : nameOf(tool)
  const answer = answerIn(log, takesAnswers)
  const call = (name: string, given: Readonly<Record<string, unknown>>): void =>
    act({
      content: null,
      tool_calls: [
        {
          id: `call_${log.turns.length + 1}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(given) },
        },
      ],
    })
  return (
    <section class="composer" aria-label="Your turn">
      <div class="tabs" role="tablist">
        {[...left.map(nameOf), MESSAGE].map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={name === now}
            onClick={() => setChoice({ name, turn: log.turns.length })}
          >
            {name === MESSAGE ? (answer === undefined ? 'Message' : ANSWERS[answer]) : words(name)}
          </button>
        ))}
      </div>
      {usedUp.size > 0 && (
        <p class="quiet used-up">
          Not available:{' '}
          {[...usedUp].map(([name, reason]) => `${words(name)} (${reason})`).join(', ')}
        </p>
      )}
      {tool === undefined ? (
        <Words log={log} answer={answer} isBusy={isBusy} say={(content) => act({ content })} />
      ) : (
        <ToolForm
          key={`${now}-${log.turns.length}`}
          tool={tool}
          facts={knownFacts(log)}
          isBusy={isBusy}
          call={call}
        />
      )}
    </section>
  )
}

/** The tool that takes an `answer`, if the last call ended in a question. */
function replyTool({ turns }: EpisodeLog, tools: readonly ToolSchema[]): string | undefined {
  if (turns.at(-1)?.calls.at(-1)?.event?.kind !== 'asked') return undefined
  const taking = tools.find(({ function: { parameters } }) =>
    formOfTool(parameters).some(({ field }) => field.name === 'answer'),
  )
  return taking && nameOf(taking)
}

const nameOf = ({ function: { name } }: ToolSchema): string => name
const ANSWERS = { final: 'Final answer', answer: 'Answer' } as const

/** A message or an answer. Formulas are shown as they will look, and q is edited as code. */
function Words({
  log,
  answer,
  isBusy,
  say,
}: {
  readonly log: EpisodeLog
  readonly answer: ReturnType<typeof answerIn>
  readonly isBusy: boolean
  readonly say: (text: string) => void
}): JSX.Element {
  const id = useId()
  const isCode = log.opening.environment.startsWith('q-code')
  const entry = String(log.opening.task.entry ?? 'solve')
  const [text, setText] = useState(isCode ? `${entry}:{[x]\n  \n }` : '')
  const [isAsking, setAsking] = useState(false)
  const sent = isCode ? `\`\`\`q\n${text}\n\`\`\`` : text
  const submit = (): void => {
    if (isBusy || text.trim() === '') return
    if (answer === 'final') setAsking(true)
    else say(sent)
  }
  return (
    <form
      class="toolform"
      aria-label={answer === undefined ? 'Message' : ANSWERS[answer]}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {answer === 'final' && <p>A message is your final answer. It ends the episode.</p>}
      <label for={id}>{isCode ? 'The complete code of your answer' : 'Your message'}</label>
      {isCode ? (
        <Editor id={id} value={text} set={setText} run={submit} />
      ) : (
        <textarea id={id} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      )}
      {!isCode && /[\\$]/.test(text) && (
        <div class="preview">
          <MessageText text={text} key={text} />
        </div>
      )}
      <button type="submit" class="btn primary" disabled={isBusy || text.trim() === ''}>
        {isBusy ? 'Waiting…' : answer === 'final' ? 'Send final answer' : 'Send'}
      </button>
      {isAsking && (
        <Dialog title="Send your final answer?" close={() => setAsking(false)}>
          <p>This answer ends the episode. {turnsText(turnsLeft(log))}</p>
          <p class="links">
            <button
              type="button"
              class="btn primary"
              onClick={() => {
                setAsking(false)
                say(sent)
              }}
            >
              End the episode
            </button>
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              Continue working
            </button>
          </p>
        </Dialog>
      )}
    </form>
  )
}

const turnsText = (left: number): string =>
  left === 1 ? 'It is your last turn.' : `You have ${counted(left, 'turn')} left.`
