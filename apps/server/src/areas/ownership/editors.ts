import type { Editor } from '@platemark/api/ownership'
import { Problem } from '@platemark/api/problem'
import { resolveAccount } from '@platemark/lists/resolve-account'
import { MAX_EDITORS } from '@platemark/rules/limits'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findOwnContract, toAccount } from './accounts.ts'
import {
  type ContractOwner,
  deleteEditor,
  insertEditor,
  listEditorRows,
  lockEditors,
} from './queries.ts'

/** Lists the co-editors of a draft or collection of the caller. Throws `not_found`. */
export async function listEditors(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Editor[]> {
  const contract = await findOwnContract(context, session, id)
  return describeEditors(context, id, contract)
}

/**
 * Names a co-editor and returns all. Throws `not_found`, also for other owners', and
 * `validation_failed` for an address that cannot be one, is one already or is too many.
 */
export async function addEditor(
  context: AppContext,
  session: Session,
  id: string,
  written: string,
): Promise<Editor[]> {
  const { database, clock } = context
  const contract = await findOwnContract(context, session, id)
  const { owner } = contract
  const address = resolveAccount(written, 'edit')
  if (typeof address !== 'string') throw refused(`${address.sentence}.`)
  if (address === owner) throw refused('This is your own wallet. You can already edit.')
  await database.transaction().execute(async (transaction) => {
    await lockEditors(transaction, id)
    const named = await listEditorRows(transaction, id, contract)
    if (named.some((editor) => editor.address === address)) {
      throw refused('This wallet is already a co-editor.')
    }
    if (named.length >= MAX_EDITORS) {
      throw refused(
        `A collection can have at most ${MAX_EDITORS} co-editors. Remove one first.`,
      )
    }
    await insertEditor(transaction, {
      ...{ contract_id: id, owner, address, added_at: clock() },
    })
  })
  return describeEditors(context, id, contract)
}

/** Removes a co-editor, if it is one, and returns the others. Throws as `listEditors`. */
export async function removeEditor(
  context: AppContext,
  session: Session,
  id: string,
  written: string,
): Promise<Editor[]> {
  const contract = await findOwnContract(context, session, id)
  const address = written.toLowerCase()
  const { owner } = contract
  await deleteEditor(context.database, { contract_id: id, owner, address })
  return describeEditors(context, id, contract)
}

async function describeEditors(
  { database, chains }: AppContext,
  id: string,
  contract: ContractOwner,
): Promise<Editor[]> {
  const rows = await listEditorRows(database, id, contract)
  const chain = chains.find((one) => one.id === contract.chain_id)
  return rows.map((row) => ({
    ...toAccount(chain, row),
    added_at: row.added_at.toISOString(),
  }))
}

function refused(sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { address: [sentence] } })
}
