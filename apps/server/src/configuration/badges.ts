import { resolve } from 'node:path'
import * as z from 'zod'
import { readSigningKeys, type SigningKey } from './signing-keys.ts'

const KEY_VARIABLE = 'BADGES_VOUCHER_KEYS'

/** Settings of badges of campaigns; their contracts are set by network. */
export const badgeFields = z.strictObject({
  voucher_key_file: z
    .string('Enter a file.')
    .min(1, 'Enter a file.')
    .nullable()
    .default(null)
    .describe(
      `File (0600) with the private keys that sign vouchers of badges, one a line; relative paths start at the configuration file. Absent: \`${KEY_VARIABLE}\` of the environment, and without it no badges are given.`,
    ),
})

/** Settings of badges with the keys read. */
export type BadgeConfiguration = {
  /** Keys that sign vouchers; empty: none are signed. */
  signers: SigningKey[]
}

/** Reads the keys of vouchers. Throws `ConfigurationError`, which never repeats a key. */
export function completeBadges(
  { voucher_key_file }: z.output<typeof badgeFields>,
  {
    base,
    environment,
  }: { base: string; environment: Record<string, string | undefined> },
): BadgeConfiguration {
  if (voucher_key_file === null && !environment[KEY_VARIABLE]) return { signers: [] }
  const source = {
    ...{ field: 'badges.voucher_key_file', variable: KEY_VARIABLE, environment },
    user: 'The signing of vouchers',
    file: voucher_key_file === null ? null : resolve(base, voucher_key_file),
  }
  return { signers: readSigningKeys(source) }
}
