/**
 * What a new contract means for another wish, as an employee says it once it is named.
 * Both sentences of a pair have the same words: only their sense tells them apart.
 */
export const LINKS: readonly { readonly voids: string; readonly leaves: string }[] = [
  {
    voids: 'Signing a new contract with us cancels {noun}, even if that was done before.',
    leaves: 'Signing a new contract with us does not cancel {noun}, even if that was done before.',
  },
  {
    voids: 'A new contract undoes {noun} and rules it out for later.',
    leaves: 'A new contract does not undo {noun} or rule it out for later.',
  },
  {
    voids: 'If you sign a new contract, you lose {noun}, even if it is already done.',
    leaves: 'If you sign a new contract, you keep {noun}, even if it is already done.',
  },
]

/** The same as the department of that wish says it, of the one that wants the contract. */
export const LINKS_BACKWARDS: readonly { readonly voids: string; readonly leaves: string }[] = [
  {
    voids: 'A new contract with the {department} team undoes this and rules it out for later.',
    leaves: 'A new contract with the {department} team does not undo this or rule it out later.',
  },
  {
    voids:
      'If you sign a new contract with the {department} team, you lose this, even once it is done.',
    leaves:
      'If you sign a new contract with the {department} team, you keep this, even once it is done.',
  },
]
