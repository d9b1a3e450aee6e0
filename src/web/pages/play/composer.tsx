import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Action, ToolSchema } from '../../../client/index.ts'
import type { EpisodeLog } from '../../data/episode-log.ts'
import { words } from '../../data/format.ts'
import { Editor } from '../../parts/editor.tsx'
import { Said } from '../../parts/said.tsx'
import { knownFacts } from './known-facts.ts'
import { ToolForm } from './tool-form.tsx'

const SAY = 'just say something'

/** What a person does next: a form for each tool, or words alone. */
export function Composer({
  log,
  tools,
  isBusy,
  act,
}: {
  readonly log: EpisodeLog
  readonly tools: readonly ToolSchema[]
  readonly isBusy: boolean
  readonly act: (action: Action) => void
}): JSX.Element {
  const [chosen, setChosen] = useState<string>()
  const first = tools[0]?.function.name ?? SAY
  const now = chosen ?? first
  const tool = tools.find(({ function: { name } }) => name === now)
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
        {[...tools.map(({ function: { name } }) => name), SAY].map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={name === now}
            onClick={() => setChosen(name)}
          >
            {name === SAY ? SAY : words(name)}
          </button>
        ))}
      </div>
      {tool === undefined ? (
        <Words log={log} isBusy={isBusy} say={(content) => act({ content })} />
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

/** Words alone: an answer. Formulas are shown as they will look, and q is edited as code. */
function Words({
  log,
  isBusy,
  say,
}: {
  readonly log: EpisodeLog
  readonly isBusy: boolean
  readonly say: (text: string) => void
}): JSX.Element {
  const id = useId()
  const isCode = log.opening.environment.startsWith('q-code')
  const entry = String(log.opening.task.entry ?? 'solve')
  const [text, setText] = useState(isCode ? `${entry}:{[x]\n  \n }` : '')
  const sent = isCode ? `\`\`\`q\n${text}\n\`\`\`` : text
  return (
    <form
      class="toolform"
      aria-label="Words"
      onSubmit={(event) => {
        event.preventDefault()
        say(sent)
      }}
    >
      <label for={id}>{isCode ? 'The whole code of your answer' : 'What you say'}</label>
      {isCode ? (
        <Editor id={id} value={text} set={setText} run={() => say(sent)} />
      ) : (
        <textarea id={id} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      )}
      {!isCode && /[\\$]/.test(text) && (
        <div class="preview">
          <Said text={text} key={text} />
        </div>
      )}
      <button type="submit" class="btn primary" disabled={isBusy || text.trim() === ''}>
        {isBusy ? 'Waiting…' : 'Send'}
      </button>
    </form>
  )
}
