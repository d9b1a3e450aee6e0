import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useKeys } from '../state/keys.ts'
import { Icon } from './icons.tsx'

/** A modal dialog. Escape or a click outside closes it. */
export function Dialog({
  title,
  onClose,
  isWide = false,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useKeys({ Escape: onClose }, { modal: true })
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      ref={element}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="btn icon" aria-label="Close" onClick={onClose}>
          <Icon name="no" />
        </button>
      </header>
      <div class="inside">{children}</div>
    </dialog>
  )
}
