/** Runs before every test file: what files that share modules would hand to each other is new. */
import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { bundles } from '../../src/effects/worker-module.ts'
import { DEFAULT_LIMITS, startMeter } from '../../src/sim/q/values/meter.ts'
import { bundlesFolder } from './bundles.ts'

/** The same cases on every machine; `PROPERTY_SEED=$RANDOM npx vitest run` draws others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

bundles.folder = bundlesFolder()

/** Values that are compared outside of an evaluation pay out of what the last one left. */
beforeEach(() => startMeter(DEFAULT_LIMITS))
