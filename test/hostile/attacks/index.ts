import type { Attack } from '../hand.ts'
import { ADAPTER_ATTACKS } from './adapters.ts'
import { CALL_ATTACKS } from './calls.ts'
import { CONNECTION_ATTACKS } from './connections.ts'
import { COPY_ATTACKS } from './copies.ts'
import { EFFECT_ATTACKS } from './effects.ts'
import { FRAME_ATTACKS } from './frames.ts'
import { GATEWAY_ATTACKS } from './gateway.ts'
import { GROUP_ATTACKS } from './groups.ts'
import { LOOK_ATTACKS } from './looks.ts'
import { READER_ATTACKS } from './readers.ts'

/** Everything that one hostile token tries. */
export const ATTACKS: readonly Attack[] = [
  ...CALL_ATTACKS,
  ...FRAME_ATTACKS,
  ...GROUP_ATTACKS,
  ...EFFECT_ATTACKS,
  ...READER_ATTACKS,
  ...LOOK_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...ADAPTER_ATTACKS,
  ...COPY_ATTACKS,
  ...GATEWAY_ATTACKS,
]
