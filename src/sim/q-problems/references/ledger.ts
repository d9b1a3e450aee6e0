/** A row of a ledger's input. */
export interface Posting {
  readonly [name: string]: string | number
  readonly kind: string
  readonly id: number
  readonly amount: number
  readonly due: number
  readonly ref: number
}

interface Invoice {
  readonly id: number
  readonly due: number
  readonly amount: number
  paid: number
}

/** The open amount of each invoice that is not voided, and the remaining credit under 0. */
export function openAmounts(rows: readonly Posting[]): [number, number][] {
  let invoices: Invoice[] = []
  let credit = 0
  const payOff = (invoice: Invoice | undefined): void => {
    if (invoice === undefined) return
    const paid = Math.min(credit, invoice.amount - invoice.paid)
    invoice.paid += paid
    credit -= paid
  }
  const spend = (): void => {
    for (const one of invoices.toSorted((x, y) => x.due - y.due)) payOff(one)
  }
  for (const { kind, id, amount, due, ref } of rows) {
    const named = invoices.find((one) => one.id === ref)
    if (kind === 'invoice') invoices.push({ id, due, amount, paid: 0 })
    else if (kind === 'payment') {
      const before = credit
      credit = amount
      payOff(named)
      credit += before
    } else {
      invoices = invoices.filter((one) => one !== named)
      credit += named?.paid ?? 0
    }
    spend()
  }
  return [
    ...invoices.map(({ id, amount, paid }): [number, number] => [id, amount - paid]),
    [0, credit],
  ]
}
