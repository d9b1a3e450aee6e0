import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useKeys } from '../state/keys.ts'
import { Icon } from './icons.tsx'

/** A dialog over the page: keeps the focus, closes by Escape or a click beside it. */
export function Dialog({
  title,
  close,
  wide = false,
  children,
}: {
  readonly title: string
  readonly close: () => void
  readonly wide?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useKeys({ Escape: close }, { modal: true })
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === element.current && close()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="btn icon" aria-label="Close" onClick={close}>
          <Icon name="no" />
        </button>
      </header>
      <div class="inside">{children}</div>
    </dialog>
  )
}
