/**
 * How one service decides whether another one is still possible, as an employee says it after "Just
 * so you know". Both sentences have the same cause: only their sense tells them apart.
 */
export const ORDERS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'this locks your file for a month, and {noun} cannot be handled while it is locked',
    leaves: 'this locks your file for a month, and {noun} can be handled while it is locked',
  },
  {
    ends: 'your file then goes to our auditors, and {noun} can no longer be handled',
    leaves: 'your file then goes to our auditors, and {noun} can still be handled',
  },
  {
    ends: 'your file then moves to our new system, where {noun} cannot be handled yet',
    leaves: 'your file then moves to our new system, where {noun} can be handled too',
  },
  {
    ends: 'your account then gets a new number, under which {noun} cannot be handled',
    leaves: 'your account then gets a new number, under which {noun} can be handled',
  },
]

/** The same as the department of the other service says it, of the one that decides. */
export const ORDERS_BACKWARDS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'Mind the order: this can be done only before {noun}, and not after it.',
    leaves: 'The order does not matter: this can be done before {noun}, and after it too.',
  },
  {
    ends: 'Once {noun} has gone through, we can no longer do this for you.',
    leaves: 'Once {noun} has gone through, we can still do this for you.',
  },
  {
    ends: 'If {noun} has been entered before, our system no longer lets us do this.',
    leaves: 'If {noun} has been entered before, our system still lets us do this.',
  },
]
