import { isContractCode } from '@platemark/rules/account-code'
import { type Address, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import type { Rpc } from '../rpc.ts'
import type { Gift } from './gift.ts'
import { isRefusal } from './try-batch.ts'

/** A gift to a contract: `refuses` if it does not answer as a receiver of tokens does (ERC-721). */
export type ContractGift = { gift: Gift; refuses: boolean }

type Search = {
  /** Collection that gives the tokens, and its owner. */
  contract: Address
  account: Address
  signal?: AbortSignal
  /** Called with the share of wallets that were read. */
  onProgress?: (share: number) => void
}

/** Reads that are requested at once: the transport of a node sends them in one batch. */
const READS = 500

const receiverAbi = parseAbi([
  'function onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)',
])

/** Return value of a receiver: the selector of `onERC721Received`, padded to a word. */
const RECEIVED = `0x150b7a02${'0'.repeat(56)}`

/**
 * Finds the gifts to contracts, in their order. A drop gives tokens to any contract without asking
 * it, so one that cannot move them would keep them for ever. Accounts that delegate (EIP-7702) are
 * none. Rejects like `rpc`, and with the reason of `signal`.
 */
export async function findContractGifts(
  rpc: Rpc,
  gifts: readonly Gift[],
  { contract, account, signal, onProgress }: Search,
): Promise<ContractGift[]> {
  const found: ContractGift[] = []
  for (let start = 0; start < gifts.length; start += READS) {
    signal?.throwIfAborted()
    const asked = gifts.slice(start, start + READS)
    const codes = await Promise.all(
      asked.map(({ address }) => rpc('eth_getCode', [address, 'latest'])),
    )
    const contracts = asked.filter((_, at) => {
      const code = codes[at]
      return isContractCode(typeof code === 'string' ? code : undefined)
    })
    const answers = await Promise.all(
      contracts.map(({ address }) => takesTokens(rpc, address, { contract, account })),
    )
    found.push(...contracts.map((gift, at) => ({ gift, refuses: !answers[at] })))
    onProgress?.((start + asked.length) / gifts.length)
  }
  return found
}

/** Returns whether a contract answers as a receiver of a token of `contract`. */
async function takesTokens(
  rpc: Rpc,
  to: Address,
  { contract, account }: Pick<Search, 'contract' | 'account'>,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: receiverAbi,
    functionName: 'onERC721Received',
    args: [account, zeroAddress, 1n, '0x'],
  })
  try {
    const answer = await rpc('eth_call', [{ from: contract, to, data }, 'latest'])
    return typeof answer === 'string' && answer.slice(0, RECEIVED.length) === RECEIVED
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
