import { BackchannelError } from '../../client/errors.ts'

/** The state of a query that decides whether to ask again. */
interface Asked<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null }
}

const isFinal = (error: unknown): boolean => error instanceof BackchannelError && !error.retryable

/**
 * The value of `refetchInterval`: false if the data is final, or if it never loaded and its error
 * is final. Data that has loaded once is requested again after any error: a restarting server may
 * return any.
 */
export const follow =
  <Data>(everyMs: number, isOver: (data: Data | undefined) => boolean = () => false) =>
  ({ state: { data, error } }: Asked<Data>): number | false =>
    (data === undefined && isFinal(error)) || isOver(data) ? false : everyMs
