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
import { applyTheme } from './state/preferences.ts'
import { takeViewKey } from './state/session.ts'

takeViewKey()
addEventListener('hashchange', takeViewKey)
applyTheme()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
