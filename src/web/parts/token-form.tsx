import type { JSX } from 'preact'
import { setToken, token } from '../state/session.ts'
import { useStore } from '../state/store.ts'

/** Asks for a token. The content of the page stays below. */
export function TokenForm(): JSX.Element {
  const currentToken = useStore(token)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token')
    const text = (field as HTMLInputElement).value.trim()
    if (text !== '') setToken(text)
  }
  return (
    <form class="token" onSubmit={submit}>
      <div>
        <h1>
          {currentToken === undefined
            ? 'This server needs a token'
            : 'The server refused this token'}
        </h1>
        <p>
          The token is stored for this tab only, and sent only to {location.host}. Ask the operator
          of the server for one: they are in the setting <code>tokens</code>.
        </p>
      </div>
      <label>
        Token
        <input name="token" type="password" autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit" class="btn primary">
        Sign in
      </button>
    </form>
  )
}
