import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { LogRow } from '../../../client/index.ts'
import { callServer } from '../../data/api.ts'
import { useKeys } from '../../state/keys.ts'

interface CopySource {
  readonly id: string
  readonly step: number
  readonly rows: readonly LogRow[]
}

/** The entries of the copy menu, each with the text that it copies. */
const COPIES: Readonly<Record<string, (subject: CopySource) => string | Promise<string>>> = {
  'Link to this step': ({ id, step }) => `${location.origin}/episodes/${id}?step=${step}`,
  'Link for people without a token': async ({ id, step }) => {
    const { view_key } = await callServer('GET /v1/episodes/{episode_id}', { episode_id: id })
    return `${location.origin}/episodes/${id}?step=${step}#key=${view_key}`
  },
  'Id of the episode': ({ id }) => id,
  'Log as JSON': ({ rows }) => JSON.stringify(rows, null, 2),
  'curl command': ({ id }) =>
    `curl -H "authorization: Bearer $BACKCHANNEL_TOKEN" ${location.origin}/v1/episodes/${id}/log`,
  'Python lines': ({ id }) =>
    [
      'import json, os, urllib.request',
      `url = "${location.origin}/v1/episodes/${id}/log"`,
      'token = os.environ.get("BACKCHANNEL_TOKEN", "")',
      'headers = {"authorization": f"Bearer {token}"} if token else {}',
      'request = urllib.request.Request(url, headers=headers)',
      'rows = json.load(urllib.request.urlopen(request))',
    ].join('\n'),
  'replay command': ({ id }) => `backchannel replay ${id} --url ${location.origin}`,
}

/** Copies a text. Pages without https have no clipboard, so a text field replaces it. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}

export function CopyMenu({
  subject,
  close,
}: {
  readonly subject: CopySource
  readonly close: (message?: string) => void
}): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  const move = (by: number): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + by + buttons.length) % buttons.length]?.focus()
  }
  useKeys(
    { Escape: () => close(), ArrowDown: () => move(1), ArrowUp: () => move(-1), y: () => close() },
    { modal: true },
  )
  useEffect(() => {
    list.current?.querySelector('button')?.focus()
    const closeOutside = (event: MouseEvent): void => {
      if (!list.current?.contains(event.target as Node)) close()
    }
    addEventListener('pointerdown', closeOutside)
    return () => removeEventListener('pointerdown', closeOutside)
  }, [close])
  return (
    <ul ref={list}>
      {Object.entries(COPIES).map(([name, make]) => (
        <li key={name}>
          <button
            type="button"
            onClick={async () => {
              try {
                await copyText(await make(subject))
                close(`Copied: ${name}`)
              } catch (error) {
                close(error instanceof Error ? error.message : String(error))
              }
            }}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
