import { CHAINED } from './chained.ts'
import { chains } from './composed/chains.ts'
import { games } from './composed/games.ts'
import { loads } from './composed/loads.ts'
import { purchases } from './composed/purchases.ts'
import { repayments } from './composed/repayments.ts'
import { rotas } from './composed/rotas.ts'
import { routes } from './composed/routes.ts'
import { schedules } from './composed/schedules.ts'
import { urns } from './composed/urns.ts'
import { walks } from './composed/walks.ts'
import { workshops } from './composed/workshops.ts'
import type { Family } from './draft.ts'
import { fractions } from './fractions.ts'
import { hexadecimal } from './hexadecimal.ts'
import { linearEquations } from './linear-equations.ts'
import { linearSystems } from './linear-systems.ts'
import { modular } from './modular.ts'
import { multiplication } from './multiplication.ts'
import { percentages } from './percentages.ts'
import { polynomials } from './polynomials.ts'
import { probability } from './probability.ts'
import { probabilityTrees } from './probability-trees.ts'
import { sequences } from './sequences.ts'

/** The default families of the splits. Another order would produce other data. */
export const FAMILIES: readonly Family[] = [
  multiplication,
  hexadecimal,
  fractions,
  linearEquations,
  linearSystems,
  percentages,
  sequences,
  modular,
  polynomials,
  probability,
  ...CHAINED,
  probabilityTrees,
]

/**
 * Families with several dependent decisions under many rules. They are drawn only if cells name
 * them, so data without them stays the same.
 */
export const COMPOSED: readonly Family[] = [
  ...[purchases, rotas, workshops, repayments],
  ...[routes, loads, schedules, games, walks, urns, chains],
]

/** Every family that can be named. */
export const ALL_FAMILIES: readonly Family[] = [...FAMILIES, ...COMPOSED]
