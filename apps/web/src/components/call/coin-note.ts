import type { Network } from '@platemark/api/config'

/** Returns whether the coins of a network have a value, as a sentence. */
export function describeCoins({ name, is_demo, is_testnet }: Network): string {
  if (is_demo) return `${name} is a demo network: its coins have no value.`
  if (is_testnet) return `${name} is a test network: its coins have no value.`
  return `${name} is a real network: the fee is real money.`
}
