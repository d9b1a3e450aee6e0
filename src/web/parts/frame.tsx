import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useKeys } from '../state/keys.ts'
import { setTheme, shortcutsEnabled, theme } from '../state/preferences.ts'
import { needsToken } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { Health } from './health.tsx'
import { Icon } from './icons.tsx'
import { KeySheet } from './key-sheet.tsx'
import { useFocusRestoration, useScrollRestoration } from './restoration.ts'
import { TokenForm } from './token-form.tsx'

/** The sections of the console. The key follows `g` in a shortcut. */
const SECTIONS = [
  { path: '/live', name: 'Live', key: 'l' },
  { path: '/runs', name: 'Runs', key: 'r' },
  { path: '/groups', name: 'Groups', key: 'g' },
  { path: '/tasks', name: 'Tasks', key: 't' },
  { path: '/play', name: 'Play', key: 'p' },
  { path: '/search', name: 'Search', key: 's' },
  { path: '/q', name: 'q', key: 'q' },
  { path: '/grade', name: 'Grade', key: 'a' },
] as const

const sectionOf = (path: string): string =>
  path.startsWith('/episodes') ? '/live' : `/${path.split('/')[1] ?? ''}`

const Logo = (): JSX.Element => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <path
      d="M2 4.5h9M2 9h5M7 13.5h9M11 9h5"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      fill="none"
    />
  </svg>
)

/** The frame of every page: navigation, search, health, and global keys. */
export function PageFrame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { path, route } = useLocation()
  const [isKeySheetOpen, setKeySheetOpen] = useState(false)
  const isTokenNeeded = useStore(needsToken)
  useScrollRestoration()
  useFocusRestoration()
  const focusSearch = (): void => document.getElementById('find')?.focus()
  const leave = (): void => {
    const { activeElement: focused } = document
    if (focused instanceof HTMLElement && focused.matches('input, textarea, select')) focused.blur()
    // The editor is in a shadow root. Keys typed there must not leave the page.
    else if (focused?.shadowRoot === null && path !== '/live') history.back()
  }
  const sectionKeys = SECTIONS.map(({ key, path: to }) => [`g ${key}`, () => route(to)] as const)
  useKeys({
    Escape: leave,
    '/': focusSearch,
    '?': () => setKeySheetOpen(true),
    ...Object.fromEntries(sectionKeys),
  })
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/live" aria-label="Backchannel, live episodes">
          <Logo />
          <span>Backchannel</span>
        </a>
        <nav class="nav" aria-label="Main">
          {SECTIONS.map((section) => (
            <a
              key={section.path}
              href={section.path}
              aria-current={sectionOf(path) === section.path ? 'page' : undefined}
            >
              {section.name}
            </a>
          ))}
        </nav>
        <SearchField />
        <Health />
        <ThemeButton />
        <button
          type="button"
          class="btn icon wide-only"
          aria-label="Keys"
          onClick={() => setKeySheetOpen(true)}
        >
          ?
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        {isTokenNeeded && <TokenForm />}
        {children}
      </main>
      {isKeySheetOpen && <KeySheet onClose={() => setKeySheetOpen(false)} />}
    </>
  )
}

/** The search field. An episode id opens the episode, and other text opens the search page. */
function SearchField(): JSX.Element {
  const { route } = useLocation()
  const hasShortcuts = useStore(shortcutsEnabled)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('find')
    const query = (field as HTMLInputElement).value.trim()
    if (query === '') return
    route(/^ep_\w+$/.test(query) ? `/episodes/${query}` : `/search?q=${encodeURIComponent(query)}`)
  }
  return (
    <search class="finder">
      <form class="find" onSubmit={submit}>
        <Icon name="search" />
        <label class="visually-hidden" for="find">
          Find an id, a task, a run
        </label>
        <input id="find" name="find" placeholder="Find an id, a task, a run" autocomplete="off" />
        {hasShortcuts && <kbd>/</kbd>}
      </form>
    </search>
  )
}

function ThemeButton(): JSX.Element {
  const chosenTheme = useStore(theme)
  const isDark =
    chosenTheme === 'dark' ||
    (chosenTheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
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
