import { type Address, pad, toHex } from 'viem'
import { standIns } from '../stand-ins.ts'
import type { NodeRequest } from './node-error.ts'
import { BOOTLOADER } from './send-eip712.ts'

type Options = {
  /** Account that may allow policies of session keys. */
  policyManager: Address
}

/**
 * Puts the stand-ins for the contracts of Abstract at their addresses on an anvil, without a
 * transaction, and gives the bootloader coins for its calls. Repeating it changes nothing.
 */
export async function installStandIns(
  request: NodeRequest,
  { policyManager }: Options,
): Promise<void> {
  const { policyRegistry } = standIns
  await Promise.all([
    ...Object.values(standIns).map(({ address, code }) =>
      request('anvil_setCode', [address, code]),
    ),
    request('anvil_setBalance', [BOOTLOADER, toHex(10n ** 24n)]),
    request('anvil_setStorageAt', [
      policyRegistry.address,
      pad('0x0', { size: 32 }),
      pad(policyManager, { size: 32 }),
    ]),
  ])
}
