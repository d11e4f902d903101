import {
  BundleError,
  type ImportedBundle,
  importBundle,
} from '../studio/service/import-bundle.ts'
import {
  CommandRefusedError,
  findChainId,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

/**
 * Imports the collection of an exit bundle at `file`, a path that this process can read. Throws
 * `CommandRefusedError` with the faults of the bundle.
 */
export async function importCollection(
  context: OperatorContext,
  { file, key }: { file: string; key: string | null },
): Promise<ImportedBundle> {
  const { database, clock } = context
  const instance = { database, clock, ...(await context.openInstance()) }
  const imported = await importBundle(instance, file, key).catch((error: unknown) => {
    if (error instanceof BundleError) throw new CommandRefusedError(error.message)
    throw error
  })
  const { chain_alias, address, works, lists } = imported
  const chain = instance.chains.find(({ alias }) => alias === chain_alias)
  const chain_id = chain?.id ?? findChainId(context, chain_alias)
  const line = {
    action: 'import',
    place: { chain_id, address },
    details: { works, lists },
  }
  return withAudit(context, line, async () => imported)
}
