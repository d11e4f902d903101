import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import { readContract } from 'viem/actions'
import type { AppContext } from '../../../http/app-context.ts'
import { findHome } from './home.ts'

/** Reads in one batch. */
const BATCH = 100
/** Names that a line of the log lists. */
const MAX_LOGGED = 20

/**
 * Compares the settings of names with the registry, and logs a warning where its suffix is another
 * one, or where it sells names of the reserved list. Rejects while the chain does not answer.
 */
export async function checkRegistry(context: AppContext): Promise<void> {
  const home = findHome(context)
  if (!home) return
  const { chain, registry, suffix } = home
  const { log, configuration } = context
  const call = { address: registry, abi: nameRegistryAbi, blockTag: 'latest' } as const
  const found = await readContract(chain.client, { ...call, functionName: 'suffix' })
  if (found !== suffix)
    log.warn({ chain: chain.alias, suffix, registry: found }, 'suffix of names differs')
  const reserved = configuration.names?.reserved ?? []
  const open: string[] = []
  for (let at = 0; at < reserved.length; at += BATCH) {
    const labels = reserved.slice(at, at + BATCH)
    const args = [labels.map(labelToTokenId)] as const
    const isAvailable = await readContract(chain.client, {
      ...{ ...call, functionName: 'availability', args },
    })
    open.push(...labels.filter((_, index) => isAvailable[index]))
  }
  if (open.length === 0) return
  log.warn(
    { chain: chain.alias, names: open.slice(0, MAX_LOGGED), count: open.length },
    'reserved names are for sale in the registry',
  )
}
