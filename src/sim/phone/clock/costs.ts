/** The minutes that each action takes. Queues take additional time. */
export const MINUTES = {
  search: 1,
  /** A form or a message to the customer, also during a call. */
  customer: 3,
  dialling: 1,
  menu: 1,
  say: 1,
  transfer: 2,
} as const
