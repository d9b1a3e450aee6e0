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
  const latestProps = useRef({ onChange, onRun, value })
  latestProps.current = { onChange, onRun, value }
  // Texts that the editor reported and that have not come back as `value`. If `value` is one of
  // them, it is only late, and must not replace what was typed since.
  const pendingTexts = useRef<string[]>([])
  useEffect(() => {
    let isUnmounted = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isUnmounted || element.current === null) return
      editor.current = openEditor(element.current, {
        text: latestProps.current.value,
        label: 'q code',
        onChange: (text) => {
          pendingTexts.current.push(text)
          latestProps.current.onChange(text)
        },
        onRun: () => latestProps.current.onRun?.(),
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
      {/* The label outside refers to this input after the text area is gone. */}
      {isLoaded && <input id={id} class="visually-hidden" tabIndex={-1} value={value} readOnly />}
    </div>
  )
}
