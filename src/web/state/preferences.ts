import { createStore } from './store.ts'

type Theme = 'system' | 'light' | 'dark'

const read = (name: string): string | null => localStorage.getItem(`backchannel.${name}`)

/** Preferences of the visitor, stored in this browser. */
export const theme = createStore<Theme>((read('theme') as Theme | null) ?? 'system')
export const shortcutsEnabled = createStore(read('keys') !== 'off')

export function setTheme(value: Theme): void {
  localStorage.setItem('backchannel.theme', value)
  theme.set(value)
  applyTheme()
}

export function setShortcutsEnabled(isEnabled: boolean): void {
  localStorage.setItem('backchannel.keys', isEnabled ? 'on' : 'off')
  shortcutsEnabled.set(isEnabled)
}

export function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme.get() === 'system') delete dataset.theme
  else dataset.theme = theme.get()
}
