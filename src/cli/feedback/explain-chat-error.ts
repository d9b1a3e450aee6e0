import type { ChatError } from '../../effects/chat-error.ts'
import type { ChatProfile } from '../../effects/chat-profile.ts'

/** What went wrong and what to do, for somebody who sets up a server for the first time. */
interface Explanation {
  readonly what: string
  readonly remedy: string
}

/** Error codes of connections and what they mean. The first matching pattern applies. */
const CONNECTIONS: readonly (readonly [RegExp, string, string])[] = [
  [
    /ECONNREFUSED/,
    'Nothing listens at this address: the connection was refused.',
    'Start the server, or correct host and port.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'There is no machine of this name.',
    'Correct the host in the address, or check the name service.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ERR_TLS/,
    'Its TLS certificate is not trusted.',
    'Use a certificate that this machine trusts (NODE_EXTRA_CA_CERTS), or plain http on loopback.',
  ],
  [
    /SSL|EPROTO|WRONG_VERSION/,
    'It does not speak TLS at this address.',
    'Write http instead of https, or give the port that speaks TLS.',
  ],
  [
    /ETIMEDOUT|CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH/,
    'The machine cannot be reached.',
    'Check the address, the network and its firewall.',
  ],
  [
    /ECONNRESET|SOCKET|EPIPE/,
    'It closed the connection without an answer.',
    'Look at its log; a server that wants https closes plain connections like this.',
  ],
]

/** Explains a failed call in plain words. */
export function explainChatError(error: ChatError, profile: ChatProfile): Explanation {
  const { status, reason, publicMessage } = error
  if (status === 401 || status === 403) return explainRefusedKey(status, profile)
  if (status === 404) {
    const what = `It does not know the model "${profile.model}", or not this path (status 404).`
    const remedy = 'Compare with the names under /v1/models; most addresses end in /v1.'
    return { what, remedy: `${remedy} ${publicMessage}` }
  }
  if (status === 429) {
    const what = 'It has too many requests already (status 429).'
    return { what, remedy: 'Wait, or lower the concurrency of the profile.' }
  }
  if (reason === 'timeout') {
    const what = `It did not answer within ${profile.deadline_ms} ms.`
    const remedy = 'Raise deadline_ms, lower max_tokens, or check that the model is loaded.'
    return { what, remedy }
  }
  if (reason === 'invalid') {
    const what = 'It answers, but not as an OpenAI-compatible chat server.'
    return { what, remedy: publicMessage }
  }
  const knownConnection = CONNECTIONS.find(([pattern]) => pattern.test(findCode(publicMessage)))
  if (knownConnection !== undefined) return { what: knownConnection[1], remedy: knownConnection[2] }
  return { what: 'It gave no answer that can be used.', remedy: publicMessage }
}

function explainRefusedKey(status: number, { api_key_env: keyName }: ChatProfile): Explanation {
  const what = `It wants another API key (status ${status}).`
  const remedy =
    keyName === undefined
      ? 'Put the key into an environment variable and name that in api_key_env.'
      : `Check the key in the environment variable ${keyName}.`
  return { what, remedy }
}

/** The short code in brackets within a message about a broken connection. */
const findCode = (message: string): string => /\(([A-Za-z0-9_ ]+)\)\./.exec(message)?.[1] ?? ''
