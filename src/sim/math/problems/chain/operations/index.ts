import type { ChainOperation } from '../operation.ts'
import { ARITHMETIC } from './arithmetic.ts'
import { COUNTING } from './counting.ts'
import { FUNCTIONS } from './functions.ts'
import { GEOMETRY } from './geometry.ts'
import { WHOLE_NUMBERS } from './whole-numbers.ts'

const ALL = { ...ARITHMETIC, ...GEOMETRY, ...WHOLE_NUMBERS, ...FUNCTIONS, ...COUNTING } as const

export type ChainOperationName = keyof typeof ALL

/** Every operation of a chain on integers. */
export const CHAIN_OPERATIONS: Readonly<Record<ChainOperationName, ChainOperation>> = ALL
