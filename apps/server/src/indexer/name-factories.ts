import type { Address } from 'viem'

/** Returns a text that differs where a chain was read for other factories. */
export function nameFactories([own = '0x', ...others]: readonly Address[]): string {
  return [own, ...others.toSorted()].join(',')
}
