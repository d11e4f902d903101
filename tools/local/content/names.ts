import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import { type Address, encodeFunctionData, parseEther } from 'viem'
import type { Actor } from './plan.ts'
import type { Call } from './replay.ts'

type ExampleName = {
  label: string
  by: Actor
  /** Hours before the start. */
  hours: number
  /** It becomes the primary name of its owner. */
  isPrimary: boolean
  records?: Record<string, string>
  /** Its next owner, a day later. */
  to?: Actor
}

const creator = (index: number): Actor => ({ kind: 'creator', index })
const crowd = (index: number): Actor => ({ kind: 'crowd', index })

/** Names of the example content. */
const names: readonly ExampleName[] = [
  {
    label: 'saltworks',
    by: creator(0),
    hours: 700,
    isPrimary: true,
    records: {
      description: 'Prints of tides and marshes, pulled by hand.',
      url: 'https://example.org/saltworks',
    },
  },
  { label: 'low-country', by: creator(1), hours: 610, isPrimary: true },
  {
    label: 'nightboat',
    by: creator(2),
    hours: 655,
    isPrimary: true,
    records: { url: 'https://example.org/nightboat' },
  },
  { label: 'weft', by: creator(3), hours: 400, isPrimary: true },
  { label: 'cartographer-of-margins', by: creator(4), hours: 380, isPrimary: true },
  { label: 'papermoon', by: creator(5), hours: 300, isPrimary: false },
  { label: 'kiln', by: creator(7), hours: 200, isPrimary: true },
  { label: 'first-edition', by: creator(0), hours: 150, isPrimary: false },
  { label: 'harbour-light', by: crowd(3), hours: 120, isPrimary: true },
  { label: 'collector-no-7', by: crowd(7), hours: 90, isPrimary: true },
  { label: 'inkwell', by: crowd(11), hours: 80, isPrimary: false, to: crowd(12) },
  { label: 'two-inks', by: crowd(19), hours: 20, isPrimary: true },
]

/** Pays for a name of any length; the registry returns the rest. */
const PAYMENT_WEI = parseEther('0.05')
const DAY = 86_400

type NameEvent = { at: number; by: Actor; what: string; call: Call }

/** Returns the transactions of the example names up to `now` (unix seconds), sorted by time. */
export function planNames(
  now: number,
  registry: Address,
  addressOf: (actor: Actor) => Address,
): NameEvent[] {
  return names
    .flatMap(({ label, by, hours, isPrimary, records = {}, to }) => {
      const at = now - hours * 3600
      const tokenId = labelToTokenId(label)
      const owner = addressOf(by)
      const terms = [tokenId, owner, isPrimary] as const
      const record = [Object.keys(records), Object.values(records)] as const
      const abi = nameRegistryAbi
      const data = encodeFunctionData({
        ...{ abi, functionName: 'registerWithRecords' },
        args: [...terms, ...record],
      })
      const bought = { to: registry, data, valueWei: PAYMENT_WEI, gas: 600_000n }
      const registration = { at, by, what: `name ${label}`, call: bought }
      if (!to) return [registration]
      const args = [owner, addressOf(to), tokenId] as const
      const moved = encodeFunctionData({ abi, functionName: 'transferFrom', args })
      const call = { to: registry, data: moved, valueWei: 0n, gas: 200_000n }
      return [registration, { at: at + DAY, by, what: `transfer of ${label}`, call }]
    })
    .sort((a, b) => a.at - b.at)
}
