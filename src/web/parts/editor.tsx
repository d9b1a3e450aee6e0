import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditorHandle } from './code-mirror.ts'

/** An input for q code: a plain text area until the editor has loaded. */
export function Editor({
  id,
  value,
  onChange,
  onRun,
}: {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun?: (() => void) | undefined
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle>()
  const [isLoaded, setLoaded] = useState(false)
  const latest = useRef({ set: onChange, run: onRun, value })
  latest.current = { set: onChange, run: onRun, value }
  // The value prop may lag behind fast typing, so an older text must not replace the newer one.
  const pendingTexts = useRef<string[]>([])
  useEffect(() => {
    let isUnmounted = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isUnmounted || element.current === null) return
      editor.current = openEditor(element.current, {
        text: latest.current.value,
        label: 'q code',
        onChange: (text) => {
          pendingTexts.current.push(text)
          latest.current.set(text)
        },
        onRun: () => latest.current.run?.(),
      })
      setLoaded(true)
    })
    return () => {
      isUnmounted = true
      editor.current?.destroy()
    }
  }, [])
  useEffect(() => {
    const at = pendingTexts.current.indexOf(value)
    pendingTexts.current.splice(0, at + 1)
    if (at < 0) editor.current?.setText(value)
  }, [value])
  return (
    <div class="editor">
      <div ref={element} />
      {!isLoaded && (
        <textarea id={id} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      {isLoaded && <input id={id} class="visually-hidden" tabIndex={-1} value={value} readOnly />}
    </div>
  )
}
