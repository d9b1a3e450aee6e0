import { render } from 'preact'
import './styles/tokens.css'
import './styles/frame.css'
import './styles/parts.css'
import './styles/episode.css'
import './styles/calls.css'
import './styles/group.css'
import './styles/live.css'
import './styles/play.css'
import './styles/runs.css'
import { App } from './app.tsx'
import { queryClient } from './data/api.ts'
import { applyTheme } from './state/preferences.ts'
import { needsToken, takeViewKey } from './state/session.ts'

takeViewKey()
addEventListener('hashchange', () => {
  if (!takeViewKey()) return
  // The open page may show that it could not be read without the key.
  needsToken.set(false)
  void queryClient.resetQueries()
})
applyTheme()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
