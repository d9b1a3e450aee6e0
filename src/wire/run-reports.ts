import { z } from 'zod'
import * as scalars from './scalars.ts'

/** What trainers report of runs: parameters and answers. */

/** Numbers that one call may bring, over all its points. */
const VALUES_MAX = 5_000
const POINTS_MAX = 256

/** No space and no comma, so that a query can list them. */
const valueName = z
  .string()
  .regex(
    /^[\x21-\x2b\x2d-\x7e]{1,120}$/,
    'must be 1 to 120 ASCII characters without spaces and commas',
  )

const step = z.int().min(0).max(1_000_000_000)

const setting = z.union([
  z
    .string()
    .max(2_000)
    .refine((text) => text.isWellFormed(), 'must be well-formed text'),
  z.number(),
  z.boolean(),
  z.null(),
])

const settings = z.record(valueName, setting)

const point = z.strictObject({
  /** The batch or the update, from 0, as in the label `batch` of its episodes. */
  step,
  values: z.record(valueName, z.number()),
})

export const runLog = z.strictObject({
  run: scalars.groupName,
  /** Names with dots for members of members. Secrets are stored as `***`. */
  configuration: settings.default({}),
  points: z
    .array(point)
    .max(POINTS_MAX)
    .refine(
      (points) => points.reduce((n, { values }) => n + Object.keys(values).length, 0) <= VALUES_MAX,
      `must have at most ${VALUES_MAX} values in all`,
    )
    .default([]),
})

export const runLogResult = z
  .strictObject({
    run: z.string(),
    /** Steps of which something is stored. */
    points: z.int(),
    /** Settings whose values are hidden, because their names or values look like secrets. */
    hidden: z.array(z.string()),
  })
  .meta({ id: 'RunLogged', description: 'The stored report of a run.' })

export const runReported = z.strictObject({
  run: scalars.groupName,
  /** For admins: the run's owner. Absent: the most recently changed run with this name. */
  principal: scalars.principalName.optional(),
  /** The values whose points are wanted. */
  names: z.array(valueName).max(40).default([]),
  /** Points of a series at most; neighbours are put together. */
  bins: z.int().min(1).max(500).default(200),
})

/** The newest value of each name, and its step. */
const latest = z.record(z.string(), z.strictObject({ step: z.int(), value: z.number() }))

const known = {
  configuration: z.record(z.string(), setting),
  latest,
  /** Steps of which something is stored. */
  points: z.int(),
  first_ms: z.number(),
  updated_ms: z.number(),
}

/** The part of a report that listings show. */
export const runReportSummary = z.strictObject(known)

export const runReportedResult = z
  .strictObject({
    run: z.string(),
    principal: z.string(),
    ...known,
    series: z.array(
      z.strictObject({
        name: z.string(),
        points: z.array(
          z.strictObject({
            /** The first step of those put together, and when it was reported. */
            step: z.int(),
            at_ms: z.number(),
            mean: z.number(),
            low: z.number(),
            high: z.number(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'RunReport', description: 'The trainer’s report of a run.' })
