/** A workshop, and the wording of its rules. */
export interface WorkshopStory {
  /** Names of at least ten jobs, as they appear in a list. */
  readonly jobs: readonly string[]
  readonly start: readonly string[]
  readonly one: string
  readonly two: string
  readonly inOrder: string
  readonly urgentFirst: string
  readonly pause: string
  readonly cleaning: string
  readonly slower: string
  /** A sentence with `{aside}`, an irrelevant number. */
  readonly asides: readonly string[]
  readonly arrivals: readonly string[]
  readonly askWaiting: readonly string[]
  readonly askEnd: readonly string[]
}

export const WORKSHOP_STORIES: readonly WorkshopStory[] = [
  {
    jobs: [
      ...['tandem', 'racing bike', 'cargo bike', 'folding bike', 'mountain bike', 'city bike'],
      ...['unicycle', 'child’s bike', 'electric bike', 'trailer', 'tricycle', 'gravel bike'],
    ],
    start: [
      '{name} runs a bicycle workshop.',
      'In the bicycle workshop of {name}, every repair is done from beginning to end without a stop.',
    ],
    one: 'There is one stand, which is available from {open}.',
    two: 'There are two stands: stand 1 is available from {open}, stand 2 from {second}. Each repair is done on whichever stand can begin it sooner, and on stand 1 if both can begin it at the same time.',
    inOrder: 'Bicycles are repaired in the order in which they come in, one at a time on a stand.',
    urgentFirst:
      'Whenever a stand can begin a repair, the urgent one that has waited longest is next; if none of those waiting is urgent, it is the one that has waited longest. A bicycle that comes in at that very minute counts as waiting. A repair that has begun is never interrupted.',
    pause:
      'No repair may begin at {from} or later but before {until}; repairs already under way continue. At {until} repairs may begin again.',
    cleaning:
      'After each repair the stand is tidied up for {cleaning} minutes before the next one begins there.',
    slower: 'On stand 2 each repair takes {percent} % longer than the listed time.',
    asides: [
      'The workshop charges {aside} euros an hour.',
      '{other} sold {aside} inner tubes that day.',
    ],
    arrivals: [
      'These come in, with the time that each repair takes:',
      'Here is the list of that day:',
    ],
    askWaiting: [
      'What is the total waiting time, in minutes, of everything that comes in, until its repair begins?',
      'What is the sum of the waiting times, in minutes, from coming in to the beginning of the repair?',
    ],
    askEnd: [
      'How many minutes after stand 1 opens is the last repair finished?',
      'How many minutes lie between the opening of stand 1 and the end of the last repair?',
    ],
  },
  {
    jobs: [
      ...['parrot', 'terrier', 'tortoise', 'rabbit', 'tomcat', 'hamster'],
      ...['beagle', 'goose', 'ferret', 'poodle', 'canary', 'goat'],
    ],
    start: [
      '{name} works as a vet.',
      'At the practice of the vet {name}, each treatment runs from start to finish without interruption.',
    ],
    one: 'There is one treatment room, available from {open}.',
    two: 'There are two treatment rooms: room 1 is available from {open}, room 2 from {second}. Each animal is treated in whichever room can take it sooner, and in room 1 if both can take it at the same time.',
    inOrder: 'Animals are treated in the order in which they arrive, one at a time in a room.',
    urgentFirst:
      'Whenever a room can take an animal, the urgent animal that has waited longest is next; if none of those waiting is urgent, it is the one that has waited longest. An animal that arrives at that very minute counts as waiting. A treatment is never interrupted.',
    pause:
      'No treatment may begin at {from} or later but before {until}; treatments already under way continue. At {until} treatments may begin again.',
    cleaning:
      'After each treatment the room is cleaned for {cleaning} minutes before the next animal can go in.',
    slower: 'In room 2 each treatment takes {percent} % longer than the listed time.',
    asides: [
      'The practice looks after {aside} farms as well.',
      '{other}, the assistant, has worked there for {aside} months.',
    ],
    arrivals: [
      'These animals arrive, with the length of their treatment:',
      'The list of arrivals with the length of each treatment:',
    ],
    askWaiting: [
      'How many minutes do the animals wait in all, from their arrival to the beginning of the treatment?',
      'What do the waiting times of all animals, from arrival to treatment, add up to in minutes?',
    ],
    askEnd: [
      'How many minutes after room 1 opens does the last treatment end?',
      'How many minutes pass from the opening of room 1 to the end of the last treatment?',
    ],
  },
]
