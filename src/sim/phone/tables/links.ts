/**
 * What a new contract means for another wish, as an employee says it once it is named.
 * Both sentences of a pair have the same words: only their sense tells them apart.
 */
export const LINKS: readonly { readonly voids: string; readonly leaves: string }[] = [
  {
    voids: 'A new contract with us voids {noun}, even if it was done before.',
    leaves: 'A new contract with us does not void {noun}, even if it was done before.',
  },
  {
    voids: 'Signing a new contract undoes {noun} and rules it out for later.',
    leaves: 'Signing a new contract does not undo {noun} or rule it out for later.',
  },
  {
    voids: 'If you sign a new contract, you give up {noun}, whether it was done or not.',
    leaves: 'If you sign a new contract, you keep {noun}, whether it was done or not.',
  },
]

/** The same as the department of that wish says it, of the one that wants the contract. */
export const LINKS_BACKWARDS: readonly { readonly voids: string; readonly leaves: string }[] = [
  {
    voids: 'A new contract with {department} undoes this and rules it out for later.',
    leaves: 'A new contract with {department} does not undo this or rule it out for later.',
  },
  {
    voids: 'Customers who sign a new contract with {department} lose this, even once it is done.',
    leaves: 'Customers who sign a new contract with {department} keep this once it is done.',
  },
]
