import type { Matter } from './matter.ts'
import { CARD_MATTERS } from './matters-cards.ts'
import { CLAIM_MATTERS } from './matters-claims.ts'
import { GOODS_MATTERS } from './matters-goods.ts'
import { HEALTH_MATTERS } from './matters-health.ts'
import { MONEY_MATTERS } from './matters-money.ts'
import { SERVICE_MATTERS } from './matters-service.ts'
import { SUPPLY_MATTERS } from './matters-supply.ts'
import { TRAVEL_MATTERS } from './matters-travel.ts'

/** One for each service that customers want. */
export const MATTERS: readonly Matter[] = [
  ...SERVICE_MATTERS,
  ...MONEY_MATTERS,
  ...CARD_MATTERS,
  ...CLAIM_MATTERS,
  ...GOODS_MATTERS,
  ...SUPPLY_MATTERS,
  ...HEALTH_MATTERS,
  ...TRAVEL_MATTERS,
]
