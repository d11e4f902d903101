import type { Address } from 'viem'

/** Returns a text that differs where a chain was read for other factories or contracts. */
export function nameFactories({
  factories: [own = '0x', ...others],
  watched,
}: {
  factories: readonly Address[]
  watched: readonly Address[]
}): string {
  return [[own, ...others.toSorted()], watched]
    .flatMap((all) => all.join(',') || [])
    .join(';')
}
