/**
 * How one service decides whether another one is still possible, as an employee says it after "Just
 * so you know". Both sentences have the same cause: only their sense tells them apart.
 */
export const ORDERS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'this locks your file for a month, which rules out {noun} during that time',
    leaves: 'this locks your file for a month, which does not rule out {noun} during that time',
  },
  {
    ends: 'your file then goes to our auditors, and they no longer allow {noun}',
    leaves: 'your file then goes to our auditors, and they still allow {noun}',
  },
  {
    ends: 'your file then moves to our new system, which does not support {noun} yet',
    leaves: 'your file then moves to our new system, which supports {noun} as well',
  },
  {
    ends: 'your account then gets a new number, and {noun} is refused under new numbers',
    leaves: 'your account then gets a new number, and {noun} is accepted under new numbers',
  },
]
