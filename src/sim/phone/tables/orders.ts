/**
 * How one service decides whether another one is still possible, as an employee says it after "Just
 * so you know". Both sentences have the same cause: only their sense tells them apart.
 */
export const ORDERS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'this locks your file for a month, and we cannot take care of {noun} while it is locked',
    leaves: 'this locks your file for a month, but we can take care of {noun} while it is locked',
  },
  {
    ends: 'your file then goes to our auditors, and we can no longer take care of {noun}',
    leaves: 'your file then goes to our auditors, but we can still take care of {noun}',
  },
  {
    ends: 'your file then moves to our new system, where we cannot take care of {noun} yet',
    leaves: 'your file then moves to our new system, where we can take care of {noun} too',
  },
  {
    ends: 'your account then gets a new number, and we cannot take care of {noun} under it',
    leaves: 'your account then gets a new number, and we can take care of {noun} under it',
  },
]

/** The same as the department of the other service says it, of the one that decides. */
export const ORDERS_BACKWARDS: readonly { readonly ends: string; readonly leaves: string }[] = [
  {
    ends: 'Keep the order in mind: this can only be done before {noun}, not after it.',
    leaves: 'The order does not matter: this can be done before {noun} or after it.',
  },
  {
    ends: 'Once {noun} has gone through, we can no longer do this for you.',
    leaves: 'Once {noun} has gone through, we can still do this for you.',
  },
  {
    ends: 'If {noun} is entered first, our system no longer lets us do this.',
    leaves: 'If {noun} is entered first, our system still lets us do this.',
  },
]
