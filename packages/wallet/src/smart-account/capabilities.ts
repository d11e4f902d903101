import { smartAccountChainIds } from './contracts.ts'

/** Answer of `wallet_getCapabilities` (EIP-5792) by chain id in hexadecimal. */
export type SmartAccountCapabilities = Record<
  string,
  { atomicBatch: { supported: true }; atomic: { status: 'supported' } }
>

/**
 * Returns the capabilities of smart accounts: atomic batches, on Abstract and its testnet. With a
 * list of ids in hexadecimal, those of these chains only; a chain without the capability is absent.
 */
export function getSmartAccountCapabilities(
  chainIds?: readonly string[],
): SmartAccountCapabilities {
  const isAsked = (id: number) =>
    chainIds === undefined || chainIds.some((each) => Number(each) === id)
  const entries = smartAccountChainIds
    .filter(isAsked)
    .map((id) => [
      `0x${id.toString(16)}`,
      { atomicBatch: { supported: true }, atomic: { status: 'supported' } } as const,
    ])
  return Object.fromEntries(entries)
}
