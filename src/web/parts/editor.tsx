import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditorHandle } from './code-mirror.ts'

/** A field for q code: a plain one until the editor is here. */
export function Editor({
  id,
  value,
  set,
  run,
}: {
  readonly id: string
  readonly value: string
  readonly set: (value: string) => void
  readonly run?: (() => void) | undefined
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle>()
  const [isHere, setHere] = useState(false)
  const latest = useRef({ set, run, value })
  latest.current = { set, run, value }
  // The value prop may lag behind fast typing, so an older text must not replace the newer one.
  const typed = useRef<string[]>([])
  useEffect(() => {
    let isGone = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isGone || element.current === null) return
      editor.current = openEditor(element.current, {
        text: latest.current.value,
        label: 'q code',
        changed: (text) => {
          typed.current.push(text)
          latest.current.set(text)
        },
        run: () => latest.current.run?.(),
      })
      setHere(true)
    })
    return () => {
      isGone = true
      editor.current?.close()
    }
  }, [])
  useEffect(() => {
    const at = typed.current.indexOf(value)
    typed.current.splice(0, at + 1)
    if (at < 0) editor.current?.show(value)
  }, [value])
  return (
    <div class="editor">
      <div ref={element} />
      {!isHere && (
        <textarea id={id} value={value} onInput={(event) => set(event.currentTarget.value)} />
      )}
      {isHere && <input id={id} class="vh" tabIndex={-1} value={value} readOnly />}
    </div>
  )
}
