/** The splits of a generated data set that have a size. */
export const FINITE_SPLITS = ['train', 'val', 'test'] as const
export type FiniteSplit = (typeof FINITE_SPLITS)[number]
