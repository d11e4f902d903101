/** ENS has one address on all its rollups, and one on all their testnets. */
const onMainnets = '0x0000000000D8e504002cC26E3Ec46D81971C1664'
const onTestnets = '0x00000BeEF055f7934784D6d81b6BC86665630dbA'

/** The rollups on which ENS keeps primary names of accounts (ENSIP-19), by alias. */
const registrars: Readonly<Record<string, `0x${string}`>> = {
  arbitrum: onMainnets,
  base: onMainnets,
  linea: onMainnets,
  optimism: onMainnets,
  scroll: onMainnets,
  'arbitrum-sepolia': onTestnets,
  'base-sepolia': onTestnets,
  'linea-sepolia': onTestnets,
  'optimism-sepolia': onTestnets,
  'scroll-sepolia': onTestnets,
}

/**
 * Returns the reverse registrar of a network, whose `setName(string)` makes a name the primary one
 * of the caller for other apps too; null where the network has none.
 */
export function findReverseRegistrar(alias: string): `0x${string}` | null {
  return Object.hasOwn(registrars, alias) ? (registrars[alias] ?? null) : null
}
