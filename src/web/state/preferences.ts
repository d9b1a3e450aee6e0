import { createStore } from './store.ts'

type Theme = 'system' | 'light' | 'dark'

const read = (name: string): string | null => localStorage.getItem(`backchannel.${name}`)

/** How a person wants the console; kept in this browser. */
export const theme = createStore<Theme>((read('theme') as Theme | null) ?? 'system')
export const keysAreOn = createStore(read('keys') !== 'off')

export function setTheme(value: Theme): void {
  localStorage.setItem('backchannel.theme', value)
  theme.set(value)
  showTheme()
}

export function setKeysAreOn(on: boolean): void {
  localStorage.setItem('backchannel.keys', on ? 'on' : 'off')
  keysAreOn.set(on)
}

export function showTheme(): void {
  const { dataset } = document.documentElement
  if (theme.get() === 'system') delete dataset.theme
  else dataset.theme = theme.get()
}
