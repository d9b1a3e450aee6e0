/** What a turn without a call is: a message, an answer, or the answer that ends the episode. */
export const MESSAGE_KINDS = ['message', 'answer', 'final_answer'] as const

/** Why a tool is of no use in the last turn of worlds whose answer is a message. */
export const LAST_TURN = 'the last turn is for the answer'

/** What an environment says about the next turn. Members that are left out have defaults. */
export interface NextTurn {
  /** Turns that are left, this one included. Default: those within the limits. */
  readonly turnsLeft?: number
  /** Tools whose call would waste the turn, with the reason. Default: none. */
  readonly usedUp?: Readonly<Record<string, string>>
  /** Default: the final answer if text can be an answer, else a message. */
  readonly message?: (typeof MESSAGE_KINDS)[number]
}
