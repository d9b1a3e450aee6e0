import { Fault } from '../wire/faults.ts'

/** Where the bearer of a refused key gets another one. No operator gives out these keys. */
const KEYS = {
  resume: { name: 'key', remedy: 'The holder of a token gets new keys from episode.resume.' },
  connect: { name: 'connect key', remedy: 'The holder of a token gets another from key.connect.' },
  gateway: {
    name: 'gateway key',
    remedy: 'Send the gateway.key that episode.open returned, or open another episode.',
  },
} as const

export type KeyKind = keyof typeof KEYS

/** A key that is unknown, expired or revoked. A caller cannot tell which. */
export function refusedKey(kind: KeyKind): Fault {
  const { name, remedy: hint } = KEYS[kind]
  return new Fault('auth/denied', `the ${name} is not known here, has expired or was revoked`, {
    hint,
  })
}

/** A request to the gateway without a key. SDKs send it as the API key. */
export const missingGatewayKey = (): Fault =>
  new Fault('auth/missing', 'this address needs a gateway key, as the API key', {
    hint: KEYS.gateway.remedy,
  })
