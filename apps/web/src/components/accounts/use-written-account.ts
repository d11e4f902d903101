import type { AppConfig, Network } from '@platemark/api/config'
import { type AccountUse, resolveAccount } from '@platemark/lists/resolve-account'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Address, getAddress } from 'viem'
import { useAppConfig } from '../app-config.ts'
import { lookUpName } from './look-up-name.ts'

/** An account as a person wrote it: its address, or a name that was resolved to one. */
export type WrittenAccount = {
  /** Null while the text is no account. */
  account: Address | null
  problem?: string | undefined
  /** The full name that was resolved; null for an address. */
  name: string | null
  isPending: boolean
}

/** Milliseconds after the last key until a name is looked up. */
const DEBOUNCE_MS = 250

/**
 * Resolves what a person wrote for an account. A name is read from the registry on its chain, for the
 * network that the account is used on, by default that chain; the address is what is signed.
 */
export function useWrittenAccount(
  written: string,
  use: AccountUse,
  given?: Network,
): WrittenAccount {
  const config = useAppConfig()
  const network = given ?? findHome(config)
  const found = resolveAccount(written, use)
  const isName =
    typeof found !== 'string' && found.code === 'name' && config.names !== null
  const text = useSettled(isName ? written.trim() : '')
  const { data, isFetching, error } = useQuery({
    queryKey: ['resolved name', network?.id, text],
    staleTime: 15_000,
    queryFn: text !== '' && network ? () => lookUpName(text, config, network) : skipToken,
  })
  if (typeof found === 'string') {
    // Safe: `resolveAccount` returns an address in lower case.
    return { account: getAddress(found as Address), name: null, isPending: false }
  }
  if (!isName) {
    const problem = `${found.sentence}.`
    return { account: null, name: null, isPending: false, problem }
  }
  const isPending = text !== written.trim() || (isFetching && !data)
  if (isPending) return { account: null, name: null, isPending }
  return {
    account: data?.account ?? null,
    name: data?.name ?? null,
    isPending: false,
    problem: data
      ? data.problem
      : error
        ? 'The name cannot be looked up right now. Try again, or enter the address.'
        : undefined,
  }
}

/** Returns whether a text may be a name of this site, which has to be looked up. */
export function useIsName(written: string, use: AccountUse): boolean {
  const { names } = useAppConfig()
  const found = resolveAccount(written, use)
  return names !== null && typeof found !== 'string' && found.code === 'name'
}

/** Returns the network that names live on. */
function findHome({ names, networks }: AppConfig): Network | undefined {
  return networks.find(({ alias }) => alias === names?.chain)
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
