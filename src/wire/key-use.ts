import type { KeyUse } from './operation.ts'

/** The ways in which operations use keys. */

export const NO_KEYS = { episode: 'none', connect: false } as const satisfies KeyUse
export const CONNECT_KEYS = { episode: 'none', connect: true } as const satisfies KeyUse
export const VIEW_KEYS = { episode: 'view', connect: false } as const satisfies KeyUse
export const VIEW_OR_CONNECT_KEYS = { episode: 'view', connect: true } as const satisfies KeyUse
export const PLAY_KEYS = { episode: 'play', connect: false } as const satisfies KeyUse
export const PLAY_OR_CONNECT_KEYS = { episode: 'play', connect: true } as const satisfies KeyUse
