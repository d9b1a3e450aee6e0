import { BackchannelError } from '../../client/errors.ts'

/** The state of a query. */
interface QueryState<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null }
}

/** Whether a request would fail again. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof BackchannelError && !error.retryable

/**
 * The value of `refetchInterval`: false if the data is final, or if it never loaded and its error
 * is final. Data that has loaded once is requested again after any error: a restarting server may
 * return any.
 */
export const pollUntil =
  <Data>(everyMs: number, isFinal: (data: Data | undefined) => boolean = () => false) =>
  ({ state: { data, error } }: QueryState<Data>): number | false =>
    (data === undefined && isPermanent(error)) || isFinal(data) ? false : everyMs
