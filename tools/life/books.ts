import { feeShares, mintTotal } from '@platemark/rules/price'
import type { Address } from 'viem'

/** Of what the creator's side earned, payees share whole units only. */
const SHARED_UNIT = 10n ** 8n
const BPS = 10_000n

export type Payee = { account: Address; bps: number }

/** Tokens sold at once; the price is that of one, without the mint fee. */
export type Sale = {
  quantity: number
  priceWei: bigint
  referrer?: Address | undefined
  /** Who pays, where that is known. */
  buyer?: Address
}

export type Books = ReturnType<typeof openBooks>

/**
 * What a collection holds and owes, reckoned from the rules of docs/contracts.md and from what
 * happened, without asking the collection.
 */
export function openBooks({
  mintFeeWei,
  platform,
  payees: firstPayees,
}: {
  mintFeeWei: bigint
  platform: Address
  payees: readonly Payee[]
}) {
  let payees = firstPayees
  let heldWei = 0n
  /** All that the creator's side ever earned, and how much of it earlier payees were credited. */
  let creatorWei = 0n
  let creditedWei = 0n
  const earned = new Map<Address, bigint>([[platform, 0n]])
  const paid = new Map<Address, bigint>()
  const keptBack = new Set<Address>()
  /** What everybody who is watched should have. */
  const purses = new Map<Address, bigint>()

  const shareOf = ({ bps }: Payee) =>
    ((creatorWei - (creatorWei % SHARED_UNIT) - creditedWei) * BigInt(bps)) / BPS
  const entitledTo = (account: Address) => {
    const payee = payees.find((one) => one.account === account)
    return amountIn(earned, account) + (payee ? shareOf(payee) : 0n)
  }
  const unpaidTo = (account: Address) => entitledTo(account) - amountIn(paid, account)
  const owedTo = (account: Address) => (keptBack.has(account) ? 0n : unpaidTo(account))
  const parties = () => [
    ...new Set([...earned.keys(), ...payees.map(({ account }) => account)]),
  ]
  const change = (account: Address, wei: bigint) => {
    if (purses.has(account)) add(purses, account, wei)
  }

  return {
    /** Watches what `account` has, beginning with `wei`. */
    watch(account: Address, wei: bigint) {
      purses.set(account, wei)
    },
    sold({ quantity, priceWei, referrer, buyer }: Sale) {
      const shares = feeShares(priceWei, mintFeeWei, referrer !== undefined)
      const count = BigInt(quantity)
      const total = mintTotal(priceWei, mintFeeWei, quantity)
      creatorWei += count * (priceWei + shares.creatorWei)
      add(earned, platform, count * shares.platformWei)
      if (referrer) add(earned, referrer, count * shares.referrerWei)
      heldWei += total
      if (buyer) change(buyer, -total)
    },
    /** Ether that came without a sale belongs to the creator's side. */
    forced(wei: bigint, from?: Address) {
      creatorWei += wei
      heldWei += wei
      if (from) change(from, -wei)
    },
    /** What was earned until now stays with the payees until now. */
    changePayees(next: readonly Payee[]) {
      for (const payee of payees) add(earned, payee.account, shareOf(payee))
      creditedWei = creatorWei - (creatorWei % SHARED_UNIT)
      payees = next
    },
    /** Pays what `account` is owed, to itself or to whom it names; answers how much that is. */
    released(account: Address, recipient = account): bigint {
      const wei = owedTo(account)
      add(paid, account, wei)
      heldWei -= wei
      change(recipient, wei)
      return wei
    },
    /** Keeps what `account` is owed while it cannot be paid, or no longer. */
    keepBack(account: Address, isKeptBack: boolean) {
      if (isKeptBack) keptBack.add(account)
      else keptBack.delete(account)
    },
    /** The network's fee of a transaction. */
    spent(account: Address, wei: bigint) {
      change(account, -wei)
    },
    entitledTo,
    owedTo,
    /** Everybody who was ever entitled to anything. */
    parties,
    purses: () => purses,
    heldWei: () => heldWei,
    /** What is too little to be shared and waits for more. */
    dustWei: () => creatorWei % SHARED_UNIT,
    /** What is held and belongs to nobody; any of it would be a fault of these books. */
    unassignedWei: () =>
      parties().reduce((left, account) => left - unpaidTo(account), heldWei) -
      (creatorWei % SHARED_UNIT),
  }
}

export function amountIn(
  amounts: ReadonlyMap<Address, bigint>,
  account: Address,
): bigint {
  return amounts.get(account) ?? 0n
}

export function add(amounts: Map<Address, bigint>, account: Address, wei: bigint) {
  amounts.set(account, amountIn(amounts, account) + wei)
}
