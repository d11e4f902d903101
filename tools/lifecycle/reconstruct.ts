import { decodeCreateParams } from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { feeShares } from '@platemark/rules/price'
import { type Address, type Hex, type Log, parseEventLogs, zeroAddress } from 'viem'

type Reconstruction = {
  /** Holders by token id; the zero address for a burned token. */
  owners: Map<bigint, Address>
  /** Earned and unpaid wei by account. */
  owed: Map<Address, bigint>
}

/** Reconstructs holders and unpaid balances of a drop from its logs alone. */
export function reconstructDrop(
  created: { creator: Address; args: Hex },
  platform: Address,
  logs: Log[],
): Reconstruction {
  const { mintFee, payees, publicPhase } = decodeCreateParams(created.args)
  const shares = payees.length ? payees : [{ account: created.creator, bps: 10_000 }]
  const owners = new Map<bigint, Address>()
  const owed = new Map<Address, bigint>()
  const add = (account: Address, wei: bigint) =>
    owed.set(account, (owed.get(account) ?? 0n) + wei)
  let price = publicPhase.price
  /** Tokens whose mint or airdrop event precedes their Transfer events. */
  let logged = 0n
  let creatorWei = 0n
  const sell = (quantity: bigint, priceWei: bigint, referrer?: Address) => {
    const each = feeShares(priceWei, mintFee, referrer !== undefined)
    creatorWei += quantity * (priceWei + each.creatorWei)
    add(platform, quantity * each.platformWei)
    if (referrer) add(referrer, quantity * each.referrerWei)
  }
  const events = parseEventLogs({ abi: dropCollectionAbi, logs })
  if (events.length !== logs.length)
    throw new Error(
      `ABI lacks an event: got ${events.length} events of ${logs.length} logs`,
    )
  for (const { eventName, args } of events) {
    if (eventName === 'Minted' || eventName === 'MintedByReferral') {
      // `sale` packs price (80 bits), quantity (16) and phase id (8), from the lowest bit.
      logged = (args.sale >> 80n) & 0xffffn
      const referrer = eventName === 'MintedByReferral' ? args.referrer : undefined
      sell(logged, args.sale & (2n ** 80n - 1n), referrer)
    } else if (eventName === 'Airdropped') logged = args.quantity
    else if (eventName === 'PublicPhaseChanged') price = args.phase.price
    else if (eventName === 'Released') add(args.account, -args.amount)
    else if (eventName === 'Transfer') {
      if (args.from === zeroAddress && logged === 0n) sell(1n, price)
      else if (args.from === zeroAddress) logged -= 1n
      owners.set(args.tokenId, args.to)
    }
  }
  for (const { account, bps } of shares)
    add(account, (creatorWei * BigInt(bps)) / 10_000n)
  return { owners, owed }
}
