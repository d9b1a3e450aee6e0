// Guards that the record that is meant may be told by any member that tells it, and no other way.
import { describe, expect, it } from 'vitest'
import { valuesIn } from '../settling/read-back.ts'
import { settledAfter } from '../settling/settled.ts'
import type { CustomerFile } from './rows.ts'
import { withRowTold } from './which-row.ts'

const FILE: CustomerFile = {
  transactions: [
    { id: 'transactions-1', merchant: 'Harbor Toys', amount: 4_500, status: 'posted' },
    { id: 'transactions-2', merchant: 'Lantern Cinema', amount: 12_000, status: 'posted' },
  ],
  fees: [
    { id: 'fees-1', month: 'June', amount: 1_500, status: 'open' },
    { id: 'fees-2', month: 'July', amount: 1_500, status: 'open' },
  ],
}
const COMPANY = 'Yarrow Bank'

const heard = (request: string, business = 'dispute_charge') =>
  withRowTold(valuesIn(request, business, COMPANY), FILE, business, request, COMPANY)

describe('the record that is meant', () => {
  it.each([
    'dispute a charge from Harbor Toys',
    'dispute a charge of $45',
    'dispute a charge of forty-five dollars',
    'dispute a charge of $45 from Harbor Toys',
    'dispute a charge from Harbor Toys, I think of $50',
    'dispute the charge of $45, not the one from Lantern Cinema',
  ])('is told by the shop or the amount: %s', (request) => {
    expect(heard(request)).toEqual({ merchant: 'Harbor Toys' })
  })

  it.each([
    'dispute a charge',
    'dispute a charge of $50',
    'dispute a charge of $45 from Lantern Cinema',
    'dispute a charge of $45 and one of $120',
    'dispute the charges from Harbor Toys and Lantern Cinema, of $45',
    'dispute a charge that is not the one of $45',
  ])('is none where nothing tells it, or two do: %s', (request) => {
    expect(heard(request)).toEqual({})
  })

  it('is not another than the one that was named, though the file does not have it', () => {
    expect(heard('dispute a charge of $45 from Bluebird Cafe')).toEqual({
      merchant: 'Bluebird Cafe',
    })
  })

  it('is told by nothing in which the records are alike', () => {
    expect(heard('have the late fee of $15 waived', 'late_fee_waiver')).toEqual({})
    expect(heard('have the late fee of June waived', 'late_fee_waiver')).toEqual({ month: 'June' })
  })

  it('is put right on the line by either, and left open by what tells two', () => {
    const wish = { business: 'dispute_charge', company: COMPANY, file: FILE }
    const settled = {
      slots: { merchant: 'Lantern Cinema' },
      isConfirmed: false,
      offer: 'open',
    } as const
    const slotsAfter = (text: string) => settledAfter(settled, 'read_back', text, wish).slots
    expect(slotsAfter('No, the one of $45.')).toEqual({ merchant: 'Harbor Toys' })
    expect(slotsAfter('No, the one from Harbor Toys.')).toEqual({ merchant: 'Harbor Toys' })
    expect(slotsAfter('No, the one of $45 from Lantern Cinema.')).toEqual({})
    expect(slotsAfter('Yes, the one of $120.')).toEqual({ merchant: 'Lantern Cinema' })
  })
})
