import { drawChain } from './chain/draw-chain.ts'
import type { Setting } from './chain/setting.ts'
import { STORY_SETTINGS } from './chain/settings.ts'
import { COMMITTEE } from './chain/tables/committee.ts'
import { FUNCTION_WALK } from './chain/tables/function-walk.ts'
import { JOURNEY } from './chain/tables/journey.ts'
import { NUMBER_WALK } from './chain/tables/number-walk.ts'
import { SHAPES } from './chain/tables/shapes.ts'
import type { Family, Maker } from './draft.ts'

/** A family whose levels have two to six dependent steps. */
function chained(name: string, settings: readonly Setting[]): Family {
  const makers = settings.map(
    (setting): Maker =>
      (random, level) =>
        drawChain(random, setting, level),
  )
  return { name, form: 'number', makers: { 1: makers, 2: makers, 3: makers, 4: makers, 5: makers } }
}

/** Families in which every step needs the previous result. Some numbers are irrelevant. */
export const CHAINED: readonly Family[] = [
  chained('stories', STORY_SETTINGS),
  chained('rates', JOURNEY),
  chained('geometry', SHAPES),
  chained('counting', [COMMITTEE]),
  chained('number_theory', [NUMBER_WALK]),
  chained('functions', [FUNCTION_WALK]),
]
