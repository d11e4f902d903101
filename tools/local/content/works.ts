import { artists } from './artists.ts'
import type { Work } from './work-types.ts'

/**
 * The example collections, with every state of a collection. Times are in hours relative to the
 * first start; negative ones are in the past.
 */
export const works: readonly Work[] = artists.flatMap(({ account, works: own }) =>
  own.map((work) => ({ ...work, creator: account })),
)

/** Drops for a start that finds nothing live any more: made now, open for weeks. */
export const freshWorks: readonly Work[] = [
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Spring Tide',
    symbol: 'SPRING',
    alias: null,
    description: 'The harbour again, at its highest. A new pull from the old plate.',
    supply: 200,
    deployedAt: 0,
    art: { scene: 'tide', inks: [8], grounds: ['deep'] },
    phases: [{ title: 'Public', from: 0, to: 500, eth: '0.002', limit: 5, minted: 12 }],
  },
  {
    chain: 'local',
    creator: 3,
    kind: 'open_edition',
    name: 'Second State',
    symbol: 'STATE',
    alias: null,
    description:
      'The plate has been worked over since you last saw it. Open for three weeks.',
    supply: null,
    deployedAt: 0,
    art: { scene: 'tiles', inks: [5], grounds: ['deep'] },
    phases: [{ title: 'Public', from: 0, to: 504, eth: '0', limit: 10, minted: 9 }],
  },
  {
    chain: 'local-two',
    creator: 5,
    kind: 'drop',
    name: 'New Moons',
    symbol: 'NEW',
    alias: null,
    description: 'Cut from what was left of the sheet.',
    supply: 120,
    deployedAt: 0,
    art: { scene: 'moons', inks: [3], grounds: ['tinted'] },
    phases: [{ title: 'Public', from: 0, to: 600, eth: '0.001', limit: 4, minted: 8 }],
  },
]
