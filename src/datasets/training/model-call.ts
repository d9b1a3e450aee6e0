/** One model call of an episode, as input for segments. */
export interface ModelCall {
  /** 0 for the first call of the episode; calls are in stored order. */
  readonly call: number
  /** The call whose conversation this one continues; null for a new conversation. */
  readonly parent: number | null
  /** Number of leading messages shared with the parent's conversation, including its answer. */
  readonly kept: number
  /** Number of messages in the prompt. */
  readonly length: number
  /** The last row of the episode's log when the call was stored. */
  readonly position: number
  /** Whether the agent got a complete answer. */
  readonly isAnswered: boolean
  /** Whether the answer calls tools. */
  readonly hasToolCalls: boolean
  /** Null if the model server gave no ids. */
  readonly tokens: CallTokens | null
}

export interface CallTokens {
  /** The ids of the whole prompt. */
  readonly prompt: ArrayLike<number>
  /** The sampled ids, and the log-probability of each. */
  readonly ids: ArrayLike<number>
  readonly logprobs: ArrayLike<number>
}

/** How training uses a call. */
export type CallUse =
  | 'trained'
  /** The agent got no complete answer. */
  | 'failed'
  /** The model server gave no ids. */
  | 'no_tokens'
  /** The ids of two earlier calls are a prefix of its prompt, so either could be its parent. */
  | 'ambiguous'
  /** It belongs to another conversation than the main one. */
  | 'auxiliary'
  /** The same prompt was sent again later, and only that answer was used. */
  | 'retried'
  /** No later call and no step used its answer. */
  | 'abandoned'
