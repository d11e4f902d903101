import type { NameDetail } from '@platemark/api/names'
import { networks } from '@platemark/chains/networks'
import { getAddress, isAddress } from 'viem'
import type { NameHome } from './home.ts'

/** Coin type of Ethereum (SLIP-44). */
const ETHER = 60n
/** Coin type of all EVM networks (ENSIP-19); others are this one plus the chain id (ENSIP-11). */
const EVERY_CHAIN = 1n << 31n

/** Other networks that people know by name (SLIP-44). */
const COINS = new Map([
  [0n, 'Bitcoin'],
  [2n, 'Litecoin'],
  [3n, 'Dogecoin'],
  [501n, 'Solana'],
])

type NameAddress = NameDetail['addresses'][number]

/**
 * Lists the addresses of a name as the registry answers them: its records, and for EVM networks
 * without one its owner. An owner with code counts on the home chain only.
 */
export function listNameAddresses(
  { chain }: NameHome,
  { owner, isContract }: { owner: string; isContract: boolean },
  records: Record<string, string>,
): NameAddress[] {
  const entries = Object.entries(records).map(([type, address]) => [
    BigInt(type),
    address,
  ])
  const stored = new Map(entries as [bigint, string][])
  const every = stored.get(ETHER) ?? stored.get(EVERY_CHAIN)
  const home = chain.id === 1 ? ETHER : EVERY_CHAIN + BigInt(chain.id)
  const fromOwner = (coinType: bigint, label: string): NameAddress => ({
    coin_type: `${coinType}`,
    label,
    address: formatAddress(coinType, owner),
    source: 'owner',
  })
  const main: NameAddress[] = []
  if (every !== undefined) main.push(fromRecord(ETHER, every))
  else if (!isContract) main.push(fromOwner(ETHER, EVM_LABEL))
  const needsHome = isContract && !stored.has(home) && !stored.has(EVERY_CHAIN)
  if (needsHome) main.push(fromOwner(home, chain.name))
  const others = [...stored].filter(([type]) => type !== ETHER && type !== EVERY_CHAIN)
  return [...main, ...others.map(([type, address]) => fromRecord(type, address))]
}

const EVM_LABEL = 'Ethereum and EVM networks'

function fromRecord(coinType: bigint, address: string): NameAddress {
  return {
    coin_type: `${coinType}`,
    label: labelCoinType(coinType),
    address: formatAddress(coinType, address),
    source: 'record',
  }
}

function labelCoinType(coinType: bigint): string {
  if (coinType === ETHER) return EVM_LABEL
  const coin = COINS.get(coinType)
  if (coin) return coin
  if (!isEvm(coinType)) return `Coin ${coinType}`
  const id = Number(coinType - EVERY_CHAIN)
  return networks.find((network) => network.id === id)?.name ?? `Network ${id}`
}

function formatAddress(coinType: bigint, address: string): string {
  const isEvmAddress = isEvm(coinType) && isAddress(address, { strict: false })
  return isEvmAddress ? getAddress(address) : address
}

function isEvm(coinType: bigint): boolean {
  return coinType === ETHER || coinType >> 31n === 1n
}
