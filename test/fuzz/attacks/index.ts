import type { Attack } from '../raid.ts'
import { ACCESS_ATTACKS } from './access.ts'
import { BATCH_ATTACKS } from './batches.ts'
import { CONNECTION_ATTACKS } from './connections.ts'
import { EPISODE_ATTACKS } from './episodes.ts'
import { HTTP_ATTACKS } from './http.ts'
import { TEXT_ATTACKS } from './text.ts'
import { TURN_ATTACKS } from './turns.ts'

/** Every kind of attack. */
export const ATTACKS: readonly Attack[] = [
  ...TEXT_ATTACKS,
  ...TURN_ATTACKS,
  ...BATCH_ATTACKS,
  ...EPISODE_ATTACKS,
  ...ACCESS_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...HTTP_ATTACKS,
]
