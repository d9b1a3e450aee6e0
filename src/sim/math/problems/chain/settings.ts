import type { Setting } from './setting.ts'
import { BAKERY } from './tables/bakery.ts'
import { CONCERT } from './tables/concert.ts'
import { EGG_FARM } from './tables/egg-farm.ts'
import { LIBRARY } from './tables/library.ts'
import { ORCHARD } from './tables/orchard.ts'
import { PRINTING_SHOP } from './tables/printing-shop.ts'
import { RESERVOIR } from './tables/reservoir.ts'
import { SCHOOL_TRIP } from './tables/school-trip.ts'
import { WORKSHOP } from './tables/workshop.ts'

/** The settings of stories. */
export const STORY_SETTINGS: readonly Setting[] = [
  ...[BAKERY, CONCERT, EGG_FARM, LIBRARY, ORCHARD, PRINTING_SHOP, RESERVOIR, SCHOOL_TRIP, WORKSHOP],
]
