import { mergeConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { LONG_TESTS } from './files.ts'

/** The tests that `npm test` leaves out, under the same rules. */
const long = mergeConfig(usual, {})
long.test = { ...long.test, include: [...LONG_TESTS], exclude: [] }
export default long
