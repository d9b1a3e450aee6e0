import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useKeys } from '../state/keys.ts'
import { keysAreOn, setTheme, theme } from '../state/preferences.ts'
import { needsToken } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { Health } from './health.tsx'
import { Icon } from './icons.tsx'
import { KeySheet } from './key-sheet.tsx'
import { useFocusRestoration, useScrollRestoration } from './restoration.ts'
import { TokenForm } from './token-form.tsx'

/** The rooms of the console, with the key after `g`. */
const ROOMS = [
  { path: '/live', name: 'Live', key: 'l' },
  { path: '/runs', name: 'Runs', key: 'r' },
  { path: '/groups', name: 'Groups', key: 'g' },
  { path: '/tasks', name: 'Tasks', key: 't' },
  { path: '/play', name: 'Play', key: 'p' },
  { path: '/search', name: 'Search', key: 's' },
  { path: '/q', name: 'q', key: 'q' },
  { path: '/grade', name: 'Grade', key: 'a' },
] as const

const roomOf = (path: string): string =>
  path.startsWith('/episodes') ? '/live' : `/${path.split('/')[1] ?? ''}`

/** The frame of every page: navigation, search, health, and global keys. */
export function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { path, route } = useLocation()
  const [showsKeys, setShowsKeys] = useState(false)
  const isRefused = useStore(needsToken)
  useScrollRestoration()
  useFocusRestoration()
  const find = (): void => document.getElementById('find')?.focus()
  const leave = (): void => {
    const { activeElement: at } = document
    if (at instanceof HTMLElement && at.matches('input, textarea, select')) at.blur()
    // The editor is in a shadow root. Keys typed there must not leave the page.
    else if (at?.shadowRoot === null && path !== '/live') history.back()
  }
  const rooms = ROOMS.map((room) => [`g ${room.key}`, () => route(room.path)] as const)
  useKeys({ Escape: leave, '/': find, '?': () => setShowsKeys(true), ...Object.fromEntries(rooms) })
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/live" aria-label="Backchannel, live episodes">
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <path
              d="M2 4.5h9M2 9h5M7 13.5h9M11 9h5"
              stroke="currentColor"
              stroke-width="2"
              stroke-linecap="round"
              fill="none"
            />
          </svg>
          <span>Backchannel</span>
        </a>
        <nav class="nav" aria-label="Main">
          {ROOMS.map((room) => (
            <a
              key={room.path}
              href={room.path}
              aria-current={roomOf(path) === room.path ? 'page' : undefined}
            >
              {room.name}
            </a>
          ))}
        </nav>
        <Find />
        <Health />
        <ThemeButton />
        <button
          type="button"
          class="btn icon wide-only"
          aria-label="Keys"
          onClick={() => setShowsKeys(true)}
        >
          ?
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        {isRefused && <TokenForm />}
        {children}
      </main>
      {showsKeys && <KeySheet close={() => setShowsKeys(false)} />}
    </>
  )
}

/** An id goes to its episode, anything else to the search. */
function Find(): JSX.Element {
  const { route } = useLocation()
  const keys = useStore(keysAreOn)
  const go = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('find')
    const wanted = (field as HTMLInputElement).value.trim()
    if (wanted === '') return
    route(
      /^ep_\w+$/.test(wanted) ? `/episodes/${wanted}` : `/search?q=${encodeURIComponent(wanted)}`,
    )
  }
  return (
    <search class="finder">
      <form class="find" onSubmit={go}>
        <Icon name="search" />
        <label class="vh" for="find">
          Find an id, a task, a run
        </label>
        <input id="find" name="find" placeholder="Find an id, a task, a run" autocomplete="off" />
        {keys && <kbd>/</kbd>}
      </form>
    </search>
  )
}

function ThemeButton(): JSX.Element {
  const chosen = useStore(theme)
  const isDark =
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <button
      type="button"
      class="btn icon"
      aria-label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  )
}
