/** A tap of a card at a gate; times are minutes. */
export interface Tap {
  readonly [name: string]: string | number
  readonly time: number
  readonly card: string
  readonly kind: string
  readonly zone: number
}

const PENALTY = 9
const CAP = 20
const SOON = 5
const TRANSFER = 30

/** The fare of a card's taps. */
export function paidBy(taps: readonly Tap[]): number {
  let opened: Tap | undefined
  let before: Tap | undefined
  let ended: number | undefined
  let [paid, penalties] = [0, 0]
  const isRepeat = (tap: Tap, other: Tap): boolean =>
    tap.zone === other.zone && tap.time - other.time <= SOON
  for (const tap of taps) {
    if (tap.kind === 'in') {
      if (opened === undefined || !isRepeat(tap, opened)) {
        if (opened !== undefined) penalties += PENALTY
        opened = tap
      }
    } else if (opened === undefined) {
      if (before?.kind !== 'out' || !isRepeat(tap, before)) penalties += PENALTY
    } else {
      if (!isRepeat(tap, opened)) {
        const isTransfer = ended !== undefined && opened.time - ended <= TRANSFER
        const fare = Math.abs(tap.zone - opened.zone) + (isTransfer ? 0 : 2)
        paid = Math.min(CAP, paid + fare)
        ended = tap.time
      }
      opened = undefined
    }
    before = tap
  }
  return paid + penalties + (opened === undefined ? 0 : PENALTY)
}
