/** How a customer says by when something has to be arranged. */
export const DEADLINES: readonly string[] = [
  'I need {noun} to be arranged by {time}; after that it is of no use to me.',
  'As for {noun}, it only helps me if it is arranged by {time}.',
  'There is no point in {noun} any more unless it is arranged by {time}.',
]
