import * as z from 'zod'
import { isOrigin } from './fields.ts'

/** Chains on which smart wallets of the wallet provider exist: Abstract and its testnet. */
const SMART_WALLET_CHAINS = [2741, 11124]

/** Settings of the wallet that opens in a window of its own. */
export const walletProviderFields = z.strictObject({
  url: z
    .string('Enter an http or https address.')
    .refine(isOrigin, 'Enter an http or https address without a path.')
    .transform((url) => new URL(url).origin)
    .default('https://auth.privy.io')
    .describe('Where the windows of the Abstract wallet are looked up, at a click.'),
  app_id: z
    .string('Enter the id of an app.')
    .regex(/^[\w-]{1,64}$/, 'Use up to 64 letters, digits, hyphens and underscores.')
    .default('cm04asygd041fmry9zmcyn5o5')
    .describe('App of the Abstract wallet there.'),
  protocol: z
    .enum(['plain', 'zlib'], 'Use one of plain, zlib.')
    .default('plain')
    .describe('Protocol of its windows. `zlib`: the one with `v=1`.'),
  is_smart: z
    .boolean('Enter true or false.')
    .default(true)
    .describe(
      'Its accounts are smart wallets, which exist on Abstract (2741) and Abstract Testnet (11124) only. Without one of them enabled the wallet is offered for download. `false`: plain accounts on every enabled network.',
    ),
})

/**
 * Returns the ids of the enabled networks on which the wallet can be used, in their order: those of
 * smart wallets only, unless its accounts are plain ones.
 */
export function listWalletChains(
  { is_smart }: z.infer<typeof walletProviderFields>,
  networks: readonly { id: number }[],
): number[] {
  const ids = networks.map(({ id }) => id)
  return is_smart ? ids.filter((id) => SMART_WALLET_CHAINS.includes(id)) : ids
}
