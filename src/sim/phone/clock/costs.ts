/** How many minutes pass with what an agent does; how long a queue takes is its own. */
export const MINUTES = {
  search: 1,
  /** A form or a message to the customer, also while an employee waits. */
  customer: 3,
  dialling: 1,
  menu: 1,
  say: 1,
  transfer: 2,
} as const
