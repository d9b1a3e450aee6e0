import { z } from 'zod'
import type { Tool } from './tool.ts'

export const IN_NO_QUEUE = 'You are in no queue.'
export const IN_THE_QUEUE = 'You are still in the queue: use wait or hang_up.'

const nothing = z.object({})

/** Stays in a queue until somebody answers. */
export const wait = {
  name: 'wait',
  description:
    'Stays in the queue of a call until it is your turn. hang_up leaves the queue; that is no ' +
    'call that got nothing done.',
  parameters: nothing,
  run: <Turn>(_: z.infer<typeof nothing>, { turn }: { readonly turn: Turn }): Turn => turn,
} satisfies Tool<z.infer<typeof nothing>, { readonly turn: unknown }, unknown>
