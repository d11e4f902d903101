import type { Draft, DraftChanges } from '@platemark/api/studio'
import { formatUnits, shortAddress } from '@platemark/rules/amounts'
import { formatUtc } from '../../../lib/format.ts'

type Name = keyof DraftChanges

const titles: Partial<Record<Name, string>> = {
  chain_alias: 'Network',
  kind: 'Kind',
  name: 'Name',
  symbol: 'Symbol',
  description: 'Description',
  alias: 'Page address',
  links: 'Links',
  max_supply: 'Supply',
  royalty_bps: 'Royalty',
  royalty_ceiling_bps: 'Highest royalty ever',
  royalty_receiver: 'Royalties go to',
  is_transferable: 'Transferable',
  notice_seconds: 'Notice period',
  payees: 'Payees',
  phases: 'Phases',
  keeps_camera_data: 'Keep camera and location data',
  time_zone: 'Time zone',
}

/** Returns the title of a field of a draft on screen. */
export function fieldTitle(name: Name): string {
  return titles[name] ?? name
}

/** Writes the value of a field of a draft, for comparing two of them. */
export function describeField(name: Name, fields: Draft['fields']): string {
  const { payees, phases, links } = fields
  if (name === 'payees') {
    const shares = payees.map(
      ({ address, bps }) => `${shortAddress(address)} ${bps / 100}%`,
    )
    return shares.join(', ') || 'You alone'
  }
  if (name === 'phases') {
    const lines = phases.map(({ title, start, price_wei }) => {
      const price =
        price_wei === null
          ? 'without a price'
          : `at ${formatUnits(BigInt(price_wei), 18)}`
      return `${title}: ${formatUtc(start)} UTC ${price}`
    })
    return lines.join('; ') || 'None'
  }
  if (name === 'links') return Object.values(links).filter(Boolean).join(', ') || 'None'
  if (name === 'royalty_bps' || name === 'royalty_ceiling_bps')
    return `${fields[name] / 100}%`
  const value = fields[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null || value === '' ? 'None' : String(value)
}
