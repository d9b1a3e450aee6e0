import { render } from 'preact'
import './styles/tokens.css'
import './styles/frame.css'
import { App } from './app.tsx'

const place = document.getElementById('app')
if (place !== null) render(<App />, place)
