import type { JSX } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { Action, ToolSchema } from '../../../client/index.ts'
import type { ParsedLog } from '../../data/episode-log.ts'
import type { NextTurn } from '../../data/episode-queries.ts'
import { humanize, pluralize } from '../../data/format.ts'
import { type AnsweredCall, isRefused } from '../../data/tool-call.ts'
import { type FormValues, formFields } from '../../data/tool-form.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Editor } from '../../parts/editor.tsx'
import { MessageText } from '../../parts/message-text.tsx'
import { isQuestionOpen, knownFacts } from './known-facts.ts'
import { type Draft, ToolForm } from './tool-form.tsx'

const MESSAGE_TAB = ''

/** The form for the next turn: a tab for each available tool, and one for a message. */
export function Composer({
  log,
  tools,
  next,
  isBusy,
  act,
}: {
  readonly log: ParsedLog
  readonly tools: readonly ToolSchema[]
  readonly next: NextTurn
  readonly isBusy: boolean
  readonly act: (action: Action) => void
}): JSX.Element {
  const [choice, setChoice] = useState<{ readonly name: string; readonly turn: number }>()
  const usedUp = Object.entries(next.used_up)
  const availableTools = tools.filter((each) => !Object.hasOwn(next.used_up, nameOf(each)))
  const isCurrentChoice = choice?.turn === log.turns.length
  const preferred = isCurrentChoice ? undefined : replyTool(log, availableTools)
  const chosenName = preferred ?? choice?.name
  const tool = chosenName === MESSAGE_TAB ? undefined : toolFrom(chosenName, tools, availableTools)
  const activeTab = tool === undefined ? MESSAGE_TAB : nameOf(tool)
  const drafts = useRef(new Map<string, FormValues>())
  const formKey = `${activeTab}-${log.turns.length}`
  const draft = {
    draft: drafts.current.get(formKey),
    keepDraft: (values: FormValues) => void drafts.current.set(formKey, values),
  }
  return (
    <section class="composer" aria-label="Your turn">
      <div class="tabs" role="tablist">
        {[...availableTools.map(nameOf), MESSAGE_TAB].map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={name === activeTab}
            onClick={() => setChoice({ name, turn: log.turns.length })}
          >
            {name === MESSAGE_TAB ? MESSAGE_LABELS[next.message] : humanize(name)}
          </button>
        ))}
      </div>
      {usedUp.length > 0 && (
        <p class="quiet used-up">
          Not available:{' '}
          {usedUp.map(([name, reason]) => `${humanize(name)} (${reason})`).join(', ')}
        </p>
      )}
      {tool === undefined ? (
        <MessageForm
          key={formKey}
          {...{ log, next, isBusy, ...draft }}
          say={(content) => act({ content })}
        />
      ) : (
        <ToolForm
          key={formKey}
          {...draft}
          tool={tool}
          facts={knownFacts(log)}
          refused={refusedArguments(log, tool)}
          isBusy={isBusy}
          call={(name, given) => act(callAction(log, name, given))}
        />
      )}
    </section>
  )
}

/** The chosen tool. If it is used up, the next one that is available. */
function toolFrom(
  chosenName: string | undefined,
  tools: readonly ToolSchema[],
  availableTools: readonly ToolSchema[],
): ToolSchema | undefined {
  const position = tools.findIndex((each) => nameOf(each) === chosenName)
  const following = tools.slice(Math.max(0, position))
  return following.find((each) => availableTools.includes(each)) ?? availableTools[0]
}

/** The arguments of the last call, if it was a refused call of this tool. */
function refusedArguments({ turns }: ParsedLog, tool: ToolSchema): AnsweredCall['arguments'] {
  const last = turns.at(-1)?.calls.at(-1)
  return last?.name === nameOf(tool) && isRefused(last) ? last.arguments : undefined
}

/** A turn that calls one tool. */
const callAction = (
  { turns }: ParsedLog,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Action => ({
  content: null,
  tool_calls: [
    {
      id: `call_${turns.length + 1}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(given) },
    },
  ],
})

/** The tool that takes an `answer`, if a question is open. */
function replyTool({ turns }: ParsedLog, tools: readonly ToolSchema[]): string | undefined {
  if (!isQuestionOpen(turns)) return undefined
  const taking = tools.find(({ function: { parameters } }) =>
    formFields(parameters).some(({ field }) => field.name === 'answer'),
  )
  return taking && nameOf(taking)
}

const nameOf = ({ function: { name } }: ToolSchema): string => name
const MESSAGE_LABELS: Readonly<Record<NextTurn['message'], string>> = {
  message: 'Message',
  answer: 'Answer',
  final_answer: 'Final answer',
}

/** The form for a message or an answer, with a preview of formulas and an editor for q. */
function MessageForm({
  log,
  next,
  isBusy,
  draft,
  keepDraft,
  say,
}: Draft & {
  readonly log: ParsedLog
  readonly next: NextTurn
  readonly isBusy: boolean
  readonly say: (text: string) => void
}): JSX.Element {
  const id = useId()
  const isFinal = next.message === 'final_answer'
  const { entry } = log.opening.task
  const isCode = typeof entry === 'string'
  const initialText = isCode ? `${entry}:{[x]\n  \n }` : ''
  const [text, setTextState] = useState(String(draft?.text ?? initialText))
  const setText = (typed: string): void => {
    setTextState(typed)
    keepDraft({ text: typed })
  }
  const [isConfirming, setConfirming] = useState(false)
  const sent = isCode ? `\`\`\`q\n${text}\n\`\`\`` : text
  const submit = (): void => {
    if (isBusy || text.trim() === '') return
    if (isFinal) setConfirming(true)
    else say(sent)
  }
  return (
    <form
      class="tool-form"
      aria-label={MESSAGE_LABELS[next.message]}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isFinal && <p>A message is your final answer. It ends the episode.</p>}
      <label for={id}>{isCode ? 'The complete code of your answer' : 'Your message'}</label>
      {isCode ? (
        <Editor id={id} value={text} onChange={setText} onRun={submit} />
      ) : (
        <textarea id={id} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      )}
      {!isCode && /[\\$]/.test(text) && (
        <div class="preview">
          <MessageText text={text} key={text} />
        </div>
      )}
      <button type="submit" class="btn primary" disabled={isBusy || text.trim() === ''}>
        {isBusy ? 'Waiting…' : isFinal ? 'Send final answer' : 'Send'}
      </button>
      {isConfirming && (
        <FinalAnswerDialog
          turnsLeft={next.turns_left}
          close={() => setConfirming(false)}
          send={() => say(sent)}
        />
      )}
    </form>
  )
}

/** Asks before an answer that ends the episode. */
const FinalAnswerDialog = ({
  turnsLeft,
  close,
  send,
}: {
  readonly turnsLeft: number
  readonly close: () => void
  readonly send: () => void
}): JSX.Element => (
  <Dialog title="Send your final answer?" onClose={close}>
    <p>This answer ends the episode. {turnsText(turnsLeft)}</p>
    <p class="links">
      <button
        type="button"
        class="btn primary"
        onClick={() => {
          close()
          send()
        }}
      >
        End the episode
      </button>
      <button type="button" class="btn" onClick={close}>
        Continue working
      </button>
    </p>
  </Dialog>
)

const turnsText = (availableTools: number): string =>
  availableTools === 1
    ? 'It is your last turn.'
    : `You have ${pluralize(availableTools, 'turn')} left.`
