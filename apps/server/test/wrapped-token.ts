import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { TestChain } from './chain.ts'
import { launcher } from './collections/launch.ts'

/**
 * Runtime code of a token that wraps coins one to one, written by hand: an empty call deposits its
 * value, `balanceOf` and `transfer` are those of ERC-20. A balance is in the slot of its account.
 */
export const wrappedTokenCode: Hex = `0x${[
  // The selector; a call without one is a deposit (0x38), `balanceOf` is read (0x2d).
  '5f3560e01c3615603857',
  '6370a0823114602d57',
  // Moves an amount from the caller to the recipient, and returns true.
  '602435803354033355600435540160043555',
  '60015f5260205ff3',
  '5b600435545f5260205ff3',
  '5b33543401335500',
].join('')}`

/** Address at which `payInWrapped` expects the token. */
export const wrappedToken: Address = '0x5ABC0000000000000000000000000000000000E7'

/** Puts the token on a test chain. */
export function placeWrappedToken(chain: TestChain): Promise<void> {
  return chain.client.setCode({ address: wrappedToken, bytecode: wrappedTokenCode })
}

/** Wraps coins of an account and sends them to another one, as markets pay royalties. */
export async function payInWrapped(
  chain: TestChain,
  payer: PrivateKeyAccount,
  { to, amount }: { to: Address; amount: bigint },
): Promise<void> {
  const { send } = launcher(chain)
  await send(payer, wrappedToken, '0x', amount)
  const transfer = {
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  } as const
  await send(payer, wrappedToken, encodeFunctionData(transfer))
}
