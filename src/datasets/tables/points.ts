/** Converts stored thousandths to points, as clients get them. */
export const points = (thousandths: number): number => thousandths / 1000

/** Reward parts, in points. */
export const toPoints = (parts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, thousandths]) => [name, points(thousandths)]),
  )
