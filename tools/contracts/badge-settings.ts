import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { type Address, type Client, encodeFunctionData, maxUint256 } from 'viem'
import { readContract } from 'viem/actions'
import type { OwnerCall } from './settings.ts'

/** Settings of a contract of badges that its owner wants; absent: unchanged. */
export type WishedBadges = {
  baseUri?: string | undefined
  /** Address of a key that signs vouchers. */
  signer?: Address | undefined
  /** Unix seconds until which it is accepted; undefined: without an end. */
  signerUntil?: bigint | undefined
}

/** Reads owner and base URI of a contract of badges. */
export async function readBadgeSettings(
  client: Client,
  address: Address,
): Promise<{ owner: Address; baseUri: string }> {
  const at = { address, abi: campaignBadgesAbi } as const
  const [owner, baseUri] = await Promise.all([
    readContract(client, { ...at, functionName: 'owner' }),
    readContract(client, { ...at, functionName: 'baseUri' }),
  ])
  return { owner, baseUri }
}

/** Returns the owner's transactions that a contract of badges needs for the wished settings. */
export async function planBadgeCalls(
  client: Client,
  address: Address,
  { baseUri, signer, signerUntil }: WishedBadges,
): Promise<OwnerCall[]> {
  const abi = campaignBadgesAbi
  const calls: OwnerCall[] = []
  const settings = await readBadgeSettings(client, address)
  if (baseUri !== undefined && baseUri !== settings.baseUri) {
    const data = encodeFunctionData({ abi, functionName: 'setBaseUri', args: [baseUri] })
    calls.push({ what: `setBaseUri(${baseUri})`, to: address, data })
  }
  if (signer !== undefined) {
    const until = signerUntil ?? maxUint256
    const call = { address, abi, functionName: 'acceptedUntil', args: [signer] } as const
    if ((await readContract(client, call)) !== until) {
      const args = [signer, until] as const
      const data = encodeFunctionData({ abi, functionName: 'setSigner', args })
      calls.push({ what: `setSigner(${signer}), ${formatEnd(until)}`, to: address, data })
    }
  }
  return calls
}

/** Returns in words until when a signer is accepted. */
export function formatEnd(until: bigint): string {
  if (until === 0n) return 'not any more'
  if (until === maxUint256) return 'without an end'
  return `until ${new Date(Number(until) * 1000).toISOString()}`
}
