import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, ContractFunctionRevertedError, createClient, http } from 'viem'
import { getEnsName } from 'viem/actions'
import { normalize } from 'viem/ens'
import type { AppContext } from '../../../http/app-context.ts'
import { lruSet } from '../../../http/lru-set.ts'

/** Longest wait of a call for names that are not known yet. */
const WAIT_MS = 2000
const TIMEOUT_MS = 8000
/** Time for which an answer of ENS is used. */
const KNOWN_MS = 600_000
/** Time without requests after one that failed. */
const PAUSE_MS = 30_000
const MAX_KNOWN = 20_000
/** Most names read per minute, so that callers cannot use up the quota of the endpoint. */
const MAX_PER_MINUTE = 600
const MAX_CHARACTERS = 64

/** Reader of the primary names that ENS keeps on Ethereum (ENSIP-3, ENSIP-19). */
export type EnsNames = {
  /**
   * Returns the names of accounts in lower case, as far as they are known within two seconds.
   * Never throws.
   */
  find(accounts: readonly string[]): Promise<Map<string, string>>
}

type Context = Pick<AppContext, 'configuration' | 'clock' | 'log'>

/** Creates the reader; null where no endpoint of Ethereum is configured for it. */
export function createEnsNames({ configuration, clock, log }: Context): EnsNames | null {
  const { names } = configuration
  if (!names?.ens) return null
  const { rpc_url, universal_resolver: universalResolverAddress } = names.ens
  const client = createClient({
    // Names that need a gateway are left out: its URL is anyone's, and this server would call it.
    ccipRead: false,
    transport: http(rpc_url, { batch: true, timeout: TIMEOUT_MS, retryCount: 0 }),
  })
  const known = new Map<string, { name: string | null; until: number }>()
  const reading = new Map<string, Promise<void>>()
  let minute = { at: 0, count: 0 }
  let pausedUntil = 0

  const read = async (account: `0x${string}`, now: number) => {
    try {
      const found = await getEnsName(client, {
        address: account,
        universalResolverAddress,
      })
      const name = found !== null && isShownEnsName(found, names.suffix) ? found : null
      lruSet(known, account, { name, until: now + KNOWN_MS }, MAX_KNOWN)
    } catch (error) {
      if (isRevert(error)) {
        lruSet(known, account, { name: null, until: now + KNOWN_MS }, MAX_KNOWN)
        return
      }
      if (pausedUntil < now) log.warn({ err: error }, 'names of ENS could not be read')
      pausedUntil = now + PAUSE_MS
    } finally {
      reading.delete(account)
    }
  }
  const start = (account: string, now: number) => {
    if (now < pausedUntil) return
    if (now - minute.at >= 60_000 || now < minute.at) minute = { at: now, count: 0 }
    if (minute.count >= MAX_PER_MINUTE) return
    minute.count += 1
    // Safe: the API schema holds them to 0x and 40 hexadecimal digits.
    const started = read(account as `0x${string}`, now)
    reading.set(account, started)
    return started
  }
  return {
    async find(accounts) {
      const now = clock().getTime()
      const isFresh = (account: string) => (known.get(account)?.until ?? 0) > now
      const waits = accounts
        .filter((account) => !isFresh(account))
        .map((account) => reading.get(account) ?? start(account, now))
      const late = new AbortController()
      await Promise.race([
        Promise.all(waits),
        sleep(WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined),
      ])
      late.abort()
      return new Map(
        accounts.filter(isFresh).flatMap((account): [string, string][] => {
          const name = known.get(account)?.name
          return name ? [[account, name]] : []
        }),
      )
    },
  }
}

/**
 * Returns whether a name of ENS may stand for an account: in its normal form (ENSIP-15), short, and
 * none of this site, whose registry alone decides on those.
 */
export function isShownEnsName(name: string, suffix: string): boolean {
  if ([...name].length > MAX_CHARACTERS || !name.includes('.')) return false
  if (name.endsWith(`.${suffix}`)) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

function isRevert(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
  )
}
