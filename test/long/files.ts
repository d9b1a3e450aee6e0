/**
 * Test files that play, generate or attack for many seconds. `npm test` leaves them out, so that it
 * stays a matter of minutes; `npm run suite long` runs them, and `.ci/run` does both.
 */
export const LONG_TESTS: readonly string[] = [
  'src/env/math-feedback/players/student.test.ts',
  'src/env/q-code/graded-tests.test.ts',
  'src/sim/math/problems/problems.test.ts',
  'src/sim/math/tutor/guard.test.ts',
  'src/sim/q-problems/problems.test.ts',
  'src/sim/q/fuzz.test.ts',
  'src/train-bridge/local/learning/gradient.test.ts',
  'src/train-bridge/local/training/training.test.ts',
  'test/conformance/mutants.test.ts',
  'test/conformance/planted.test.ts',
  'test/conformance/registry.test.ts',
  'test/conformance/small-worlds.test.ts',
  'test/conformance/twins.test.ts',
  'test/experiments/arms.test.ts',
  'test/fuzz/smoke.test.ts',
  'test/hostile/canary.test.ts',
  'test/math-feedback/copies.test.ts',
  'test/math-grading/hostile.test.ts',
  'test/python-worlds/broken.test.ts',
  'test/python-worlds/conformance.test.ts',
  'test/q-code/hostile.test.ts',
  'test/q-code/payment.test.ts',
  'test/secrecy/brute-force.test.ts',
  'test/soak/canary.test.ts',
]
