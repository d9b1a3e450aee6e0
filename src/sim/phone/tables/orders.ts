/**
 * How one service decides whether another one is still possible, as an employee says it after "Just
 * so you know". Both sentences have the same cause: only their sense tells them apart.
 */
export const ORDERS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'this locks your file for a month, which rules out {noun} until then',
    leaves: 'this locks your file for a month, which does not rule out {noun} until then',
  },
  {
    ends: 'your file then goes to our auditors, and {noun} can no longer be asked for',
    leaves: 'your file then goes to our auditors, and {noun} can still be asked for',
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
