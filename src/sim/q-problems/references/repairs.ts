export interface SensorReading {
  readonly sensor: number
  readonly time: number
  readonly isRestart: boolean
  readonly value: number
}

export interface RepairRules {
  readonly valueMax: number
  /** A larger difference from both neighbours makes a spike. */
  readonly jumpMax: number
  /** The longest time between two readings that a line may join. */
  readonly lineMax: number
  /** The longest time that a reading may stand for a fault after or before it. */
  readonly holdMax: number
  /** The number of faults in a row that a reading may stand for. */
  readonly faultsMax: number
  /** The longest time that a reading counts. */
  readonly secondsMax: number
  /** An alarm begins at this value or above. */
  readonly alarmMin: number
  /** An alarm lasts while values are not below this one. */
  readonly calmMin: number
  /** The longest time between two alarms that are one. */
  readonly mergeMax: number
  /** The shortest alarm that counts. */
  readonly alarmSecondsMin: number
}

/** A reading whose value is null if it is a fault. */
interface Repaired {
  readonly time: number
  readonly value: number | null
}

/** The sum of repaired values in alarms times the seconds that each counts. */
export function alarmSum(readings: readonly SensorReading[], rules: RepairRules): number {
  const bySensor = new Map<number, Map<number, SensorReading>>()
  for (const reading of readings) {
    const byTime = bySensor.get(reading.sensor) ?? new Map<number, SensorReading>()
    bySensor.set(reading.sensor, byTime.set(reading.time, reading))
  }
  let total = 0
  for (const byTime of bySensor.values()) {
    const sorted = [...byTime.values()].sort((one, other) => one.time - other.time)
    const segments: SensorReading[][] = []
    for (const reading of sorted) {
      if (reading.isRestart || segments.length === 0) segments.push([])
      segments.at(-1)?.push(reading)
    }
    const repaired = segments.map((segment) => repairSegment(segment, rules))
    const isCounted = repaired.flatMap((segment) => inAlarm(segment, rules))
    const all = repaired.flat()
    all.forEach(({ time, value }, at) => {
      const seconds = (all[at + 1]?.time ?? time) - time
      if (isCounted[at] === true) total += (value ?? 0) * Math.min(seconds, rules.secondsMax)
    })
  }
  return total
}

/** Whether each reading of a stretch belongs to an alarm that counts. */
function inAlarm(readings: readonly Repaired[], rules: RepairRules): boolean[] {
  let isOn = false
  const flags = readings.map(({ value }) => {
    if (value !== null) isOn = value >= (isOn ? rules.calmMin : rules.alarmMin)
    return isOn
  })
  const timeAt = (at: number): number => (readings[at] ?? readings.at(-1))?.time ?? 0
  const runs = (wanted: boolean): [start: number, end: number][] =>
    flags.flatMap((flag, at): [number, number][] => {
      if (flag !== wanted || flags[at - 1] === wanted) return []
      const end = flags.findIndex((other, place) => place > at && other !== wanted)
      return [[at, end < 0 ? flags.length : end]]
    })
  for (const [start, end] of runs(false)) {
    const isBetween = start > 0 && end < flags.length
    if (isBetween && timeAt(end) - timeAt(start) <= rules.mergeMax) flags.fill(true, start, end)
  }
  for (const [start, end] of runs(true)) {
    if (timeAt(end) - timeAt(start) < rules.alarmSecondsMin) flags.fill(false, start, end)
  }
  return flags
}

function repairSegment(segment: readonly SensorReading[], rules: RepairRules): Repaired[] {
  const raw = segment.map(
    ({ time, value }): Repaired => ({
      time,
      value: value < 0 || value > rules.valueMax ? null : value,
    }),
  )
  const valid = raw.filter(({ value }) => value !== null)
  const spikes = valid.filter((_, at) => isSpike(valid, at, rules))
  const kept = raw.map((reading) =>
    spikes.includes(reading) ? { ...reading, value: null } : reading,
  )
  return kept.map((reading, at) => ({ ...reading, value: filledValue(kept, at, rules) }))
}

function isSpike(valid: readonly Repaired[], at: number, { jumpMax }: RepairRules): boolean {
  const [before, own, after] = [-1, 0, 1].map((step) => valid[at + step]?.value ?? undefined)
  if (before === undefined || own === undefined || after === undefined) return false
  const isFar = (one: number, other: number): boolean => Math.abs(one - other) > jumpMax
  return isFar(own, before) && isFar(own, after) && !isFar(before, after)
}

function filledValue(
  readings: readonly Repaired[],
  at: number,
  { lineMax, holdMax, faultsMax }: RepairRules,
): number | null {
  const { time, value } = readings[at] as Repaired
  if (value !== null) return value
  const beforeAt = readings.findLastIndex((one, place) => place < at && one.value !== null)
  const before = readings[beforeAt]
  const after = readings.find((one, place) => place > at && one.value !== null)
  const [first, last] = [before?.value ?? null, after?.value ?? null]
  if (before !== undefined && after !== undefined && after.time - before.time <= lineMax) {
    const rise = (last as number) - (first as number)
    const seconds = after.time - before.time
    return (first as number) + Math.floor((rise * (time - before.time)) / seconds)
  }
  if (before === undefined) {
    return after !== undefined && after.time - time <= holdMax ? last : null
  }
  return time - before.time <= holdMax && at - beforeAt <= faultsMax ? first : null
}
