/**
 * Runs before every test file and resets what files with shared modules would pass on to each
 * other.
 */
import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { bundles } from '../../src/effects/worker-module.ts'
import { DEFAULT_LIMITS, startMeter } from '../../src/sim/q/values/meter.ts'
import { bundlesFolder } from './bundles.ts'

/** The same cases on every machine; `PROPERTY_SEED=$RANDOM npx vitest run` draws others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

bundles.folder = bundlesFolder()

/**
 * Comparing values outside of an evaluation spends the budget that the previous evaluation left.
 */
beforeEach(() => startMeter(DEFAULT_LIMITS))
