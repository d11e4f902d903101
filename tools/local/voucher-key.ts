import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

/** Returns the file of the key that signs vouchers of this data folder, made at its first start. */
export function keepVoucherKey(folder: string): { file: string; signer: Address } {
  const file = join(folder, 'voucher.keys')
  if (!existsSync(file)) {
    writeFileSync(file, `${generatePrivateKey()}\n`, { mode: 0o600 })
  }
  // Safe: this function wrote it.
  const key = readFileSync(file, 'utf8').trim() as Hex
  return { file, signer: privateKeyToAddress(key) }
}
