/** One model call of an episode, as its segments are made of it. */
export interface ModelCall {
  /** 0 for the first call of the episode; calls are in the order in which they were stored. */
  readonly call: number
  /** The call whose conversation this one begins with; null for a new conversation. */
  readonly parent: number | null
  /** How many messages of the parent's conversation, its answer included, this one begins with. */
  readonly kept: number
  /** How many messages the prompt has. */
  readonly length: number
  /** The last row of the episode's log when the call began. */
  readonly position: number
  /** Whether the agent got a whole answer. */
  readonly isAnswered: boolean
  /** Whether the answer calls tools. */
  readonly hasToolCalls: boolean
  /** Null where the model server gave no ids. */
  readonly tokens: CallTokens | null
}

export interface CallTokens {
  /** The ids of the whole prompt. */
  readonly prompt: ArrayLike<number>
  /** The sampled ids, and the log-probability of each. */
  readonly ids: ArrayLike<number>
  readonly logprobs: ArrayLike<number>
}

/** What became of a call in training. */
export type CallUse =
  | 'trained'
  /** The agent got no whole answer. */
  | 'failed'
  /** The model server gave no ids. */
  | 'no_tokens'
  /** The ids of two earlier calls are the beginning of its prompt, so that either led to it. */
  | 'ambiguous'
  /** It belongs to another conversation than the one that played. */
  | 'auxiliary'
  /** The same prompt was sent again later, and only that answer was used. */
  | 'retried'
  /** No later call and no step used its answer. */
  | 'abandoned'
