import { useMutation } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { callServer } from '../../data/api.ts'
import { formatDuration } from '../../data/format.ts'
import { Editor } from '../../parts/editor.tsx'
import { CodeBlock } from '../../parts/message-text.tsx'
import { ErrorBox } from '../../parts/states.tsx'
import { useUrlFields } from '../../state/address.ts'
import { textField } from '../../state/fields.ts'

const FIELDS = { code: textField() }

/** Longer code is not stored in the address. */
const ADDRESS_CHARACTERS_MAX = 2_000
const RUNS_SHOWN = 50

interface Run {
  readonly number: number
  readonly code: string
  readonly result: ResultAt<'POST /v1/q/run'>
  readonly tookMs: number
}

/** A q console. It runs code on the interpreter that grades q-code-v1. */
export function QPage(): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const [code, setCode] = useState(fields.code ?? 'til 10\n')
  const [runs, setRuns] = useState<readonly Run[]>([])
  const id = useId()
  useEffect(() => {
    document.title = 'q · Backchannel'
  }, [])
  const running = useMutation({
    mutationFn: async (given: string) => {
      const startedMs = performance.now()
      const result = await callServer('POST /v1/q/run', { code: given })
      return { code: given, result, tookMs: performance.now() - startedMs }
    },
    onSuccess: (run) =>
      setRuns((was) =>
        [{ ...run, number: (was[0]?.number ?? 0) + 1 }, ...was].slice(0, RUNS_SHOWN),
      ),
  })
  const run = (): void => {
    if (running.isPending) return
    running.mutate(code)
    const isShort = code.length <= ADDRESS_CHARACTERS_MAX
    setFields({ code: isShort ? code : undefined }, { replace: true })
  }
  return (
    <div class="page">
      <h1>q</h1>
      <p>
        This is the interpreter of <code>q-code-v1</code>, with the same limits. Each run starts a
        new session. The address of the page contains the code of the last run.
      </p>
      <form
        class="tool-form column-form"
        aria-label="q code"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <label for={id}>Code</label>
        <Editor id={id} value={code} onChange={setCode} onRun={run} />
        <p>
          <button type="submit" class="btn primary" disabled={running.isPending}>
            {running.isPending ? 'Running…' : 'Run'} <kbd>ctrl</kbd>
            <kbd>enter</kbd>
          </button>
        </p>
      </form>
      {running.error !== null && <ErrorBox error={running.error} />}
      <ol class="runs" aria-label="Runs, the newest first" aria-live="polite">
        {runs.map((each) => (
          <RunItem key={each.number} run={each} again={() => setCode(each.code)} />
        ))}
      </ol>
    </div>
  )
}

function RunItem({ run, again }: { readonly run: Run; readonly again: () => void }): JSX.Element {
  const { number, code, result, tookMs } = run
  return (
    <li class="card">
      <p class="quiet">
        run {number} · {formatDuration(tookMs)} ·{' '}
        <button type="button" class="link" onClick={again}>
          Edit again
        </button>
      </p>
      <CodeBlock text={code} language="q" />
      {result.output !== '' && <CodeBlock text={result.output} />}
      {result.error !== null && (
        <div class="answer no">
          <CodeBlock text={result.error_text} />
        </div>
      )}
      {result.output === '' && result.error === null && <p class="quiet">No output.</p>}
    </li>
  )
}
