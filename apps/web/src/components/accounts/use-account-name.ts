import { listReverseNames } from '@platemark/api/operations'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useAppConfig } from '../app-config.ts'

/** Maximum addresses of one look-up. */
const MAX_ADDRESSES = 100

/** Milliseconds in which the addresses of a page are collected for one look-up. */
const COLLECT_MS = 20

type Names = Record<string, { full_name: string } | undefined>

let collected: Set<string> | undefined
let lookUp: Promise<Names> | undefined

type ShownAccount = {
  address: string
  /** Name of the profile; null or absent: none. */
  name?: string | null
  /** Full primary name, where it is known already. */
  primary_name?: string | null
}

/**
 * Returns how a person is named: by the name of their profile, else by their primary name, else by
 * the short address.
 */
export function useShownName(account: ShownAccount): string {
  const { address, name, primary_name } = account
  const known = name ?? primary_name ?? null
  const primary = useAccountName(known === null ? address : null)
  return known ?? primary ?? shortAddress(address)
}

/**
 * Returns the full primary name of an account; null while it is not known, and for none. All
 * addresses that a page shows are looked up in one call.
 */
export function useAccountName(address: string | null): string | null {
  const { names } = useAppConfig()
  // A part of the page that hydrates after the names are known has the server's text.
  const isHydrated = useHydrated()
  const key = address?.toLowerCase() ?? ''
  const { data } = useQuery({
    queryKey: ['account name', key],
    queryFn: () => findName(key),
    enabled: names !== null && key !== '',
    staleTime: 60_000,
  })
  return (isHydrated && data) || null
}

async function findName(address: string): Promise<string | null> {
  if (!collected || !lookUp || collected.size >= MAX_ADDRESSES) {
    const addresses = new Set<string>()
    collected = addresses
    lookUp = new Promise((resolve) => setTimeout(resolve, COLLECT_MS)).then(() => {
      if (collected === addresses) collected = undefined
      return call(listReverseNames, { query: { addresses: [...addresses].join() } })
    })
  }
  collected.add(address)
  const found: Names = await lookUp
  return found[address]?.full_name ?? null
}
