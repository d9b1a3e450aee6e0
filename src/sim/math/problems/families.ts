import { CHAINED } from './chained.ts'
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

/** All families of generated problems. A new order gives other data. */
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
