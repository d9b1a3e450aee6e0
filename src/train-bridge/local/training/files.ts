/** Files that a run leaves in its folder. */
export const CHECKPOINT_NAME = 'checkpoint.bin'
export const METRICS_NAME = 'metrics.jsonl'
