import type { Draft } from '@platemark/api/studio'
import { resolveAccount } from '@platemark/lists/resolve-account'
import { type Address, getAddress } from 'viem'
import { formatPercent, type Parsed, parsePercent } from '../../lib/parse-amounts.ts'
import { listPayees } from './list-payees.ts'

/** Most payees of a collection. */
export const MAX_PAYEES = 16

/** A row of the table as it is typed. */
export type PayeeRow = { account: string; share: string }

type Payees = Draft['fields']['payees']

/** Returns the rows of the stored payees; without any, the creator gets everything. */
export function toPayeeRows(payees: Payees, creator: string): PayeeRow[] {
  return listPayees(payees, creator).map(({ address, bps }) => ({
    account: address,
    share: formatPercent(bps),
  }))
}

export type PayeeProblem = {
  /** Null: a rule over all rows. */
  index: number | null
  field: keyof PayeeRow
  sentence: string
}

/** Returns what is wrong with the rows. */
export function findPayeeProblems(rows: readonly PayeeRow[]): PayeeProblem[] {
  const accounts = rows.map(({ account }) => readAccount(account))
  const shares = rows.map(({ share }) => readShare(share))
  const found: PayeeProblem[] = []
  for (const [index, account] of accounts.entries()) {
    if ('problem' in account) {
      found.push({ index, field: 'account', sentence: account.problem })
    } else if (isRepeated(accounts, index)) {
      found.push({ index, field: 'account', sentence: 'This payee appears twice.' })
    }
    const share = shares[index]
    if (share && 'problem' in share) {
      found.push({ index, field: 'share', sentence: share.problem })
    }
  }
  const total = sumShares(rows)
  if (rows.length === 0) {
    found.push({ index: null, field: 'share', sentence: 'Add at least one payee.' })
  } else if (total !== undefined && total !== 10_000) {
    const sentence = `The shares add up to ${formatPercent(total)}%. They must add up to 100%.`
    found.push({ index: null, field: 'share', sentence })
  }
  return found
}

/** Returns the payees of valid rows; empty for the creator alone, undefined for others. */
export function readPayees(
  rows: readonly PayeeRow[],
  creator: string,
): Payees | undefined {
  if (findPayeeProblems(rows).length > 0) return undefined
  const payees = rows.flatMap(({ account, share }) => {
    const [address, bps] = [readAccount(account), readShare(share)]
    return 'value' in address && 'value' in bps
      ? [{ address: address.value, bps: bps.value }]
      : []
  })
  const isCreatorAlone =
    payees.length === 1 && payees[0]?.address.toLowerCase() === creator.toLowerCase()
  return isCreatorAlone ? [] : payees
}

/** Returns the sum of the shares in basis points; undefined while one is no number. */
export function sumShares(rows: readonly PayeeRow[]): number | undefined {
  let total = 0
  for (const { share } of rows) {
    const read = readShare(share)
    if ('problem' in read) return undefined
    total += read.value
  }
  return total
}

/** Returns the account of a payee with its checksum. */
export function readAccount(text: string): Parsed<Address> {
  const account = resolveAccount(text, 'be paid')
  // Safe: a resolved account is an address.
  if (typeof account === 'string') return { value: getAddress(account as Address) }
  return { problem: `${account.sentence}.` }
}

function readShare(text: string): Parsed<number> {
  const read = parsePercent(text, 100)
  if ('value' in read && read.value === 0) return { problem: 'Enter more than 0.' }
  return read
}

function isRepeated(accounts: readonly Parsed<string>[], index: number): boolean {
  const own = accounts[index]
  if (!own || 'problem' in own) return false
  return accounts.slice(0, index).some((one) => 'value' in one && one.value === own.value)
}
