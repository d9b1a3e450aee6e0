import type { JSX } from 'preact'
import { KEYS } from '../state/key-table.ts'
import { setShortcutsEnabled, shortcutsEnabled } from '../state/preferences.ts'
import { useStore } from '../state/store.ts'
import { Dialog } from './dialog.tsx'

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'space',
  Enter: 'enter',
  Escape: 'esc',
}

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export function KeySheet({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const isOn = useStore(shortcutsEnabled)
  return (
    <Dialog title="Keys" onClose={onClose} isWide>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)}
        />
        Use single keys as shortcuts
      </label>
      <div class="keys">
        {Object.entries(KEYS).map(([scope, keys]) => (
          <section key={scope}>
            <h3>{scope}</h3>
            <dl>
              {Object.entries(keys).map(([key, action]) => (
                <div key={key}>
                  <dt>
                    {key === ' ' ? (
                      <kbd>space</kbd>
                    ) : (
                      key.split(' ').map((part) => <kbd key={part}>{KEY_LABELS[part] ?? part}</kbd>)
                    )}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
