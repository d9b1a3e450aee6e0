/** A customer's sentences about a deadline. */
export const DEADLINES: readonly string[] = [
  'I need {noun} taken care of by {time}; after that, it is no use to me.',
  'As for {noun}, it only helps me if it is taken care of by {time}.',
  'There is no point in {noun} unless it is taken care of by {time}.',
]
