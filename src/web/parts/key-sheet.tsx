import type { JSX } from 'preact'
import { KEYS } from '../state/key-table.ts'
import { keysAreOn, setKeysAreOn } from '../state/preferences.ts'
import { useStore } from '../state/store.ts'
import { Dialog } from './dialog.tsx'

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'space',
  Enter: 'enter',
  Escape: 'esc',
}

/** What keys do, and a way to switch them off. */
export function KeySheet({ close }: { readonly close: () => void }): JSX.Element {
  const isOn = useStore(keysAreOn)
  return (
    <Dialog title="Keys" close={close} wide>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setKeysAreOn(event.currentTarget.checked)}
        />
        Single keys act
      </label>
      <div class="keys">
        {Object.entries(KEYS).map(([place, keys]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {Object.entries(keys).map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {key === ' ' ? (
                      <kbd>space</kbd>
                    ) : (
                      key.split(' ').map((part) => <kbd key={part}>{SHOWN[part] ?? part}</kbd>)
                    )}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
