import type { JSX } from 'preact'
import { Select } from '../../parts/select.tsx'
import { SMOOTHING_NAMES } from './axis.ts'

/** The menus of the horizontal axis and of smoothing. */
export function AxisSelects({
  axes,
  axis,
  smoothing,
  onAxis,
  onSmoothing,
}: {
  readonly axes: readonly string[]
  readonly axis: string
  readonly smoothing: string
  readonly onAxis: (name: string) => void
  readonly onSmoothing: (name: string) => void
}): JSX.Element {
  return (
    <>
      <Select label="axis" options={axes} value={axis} onChange={onAxis} />
      <Select
        label="smoothing"
        options={SMOOTHING_NAMES}
        value={smoothing}
        onChange={onSmoothing}
      />
    </>
  )
}
