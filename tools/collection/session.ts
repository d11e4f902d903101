import { dirname, join, parse, resolve } from 'node:path'
import { getCollection } from '@platemark/api/collections'
import { type AppConfig, getConfig, type Network } from '@platemark/api/config'
import { Problem } from '@platemark/api/problem'
import { logout } from '@platemark/api/session'
import { type Draft, getDraft } from '@platemark/api/studio'
import type { PrivateKeyAccount } from 'viem'
import { type CommandContext, CommandError } from '../command-error.ts'
import { type Api, connectApi, signIn } from '../local/api.ts'
import { readSigningAccount } from '../signing-account.ts'
import type { Options, Target } from './options.ts'
import type { Output } from './output.ts'
import { lockStateFile, openStateFile, type StateFile } from './state-file.ts'

/** A signed-in creator on one site, and the state of one collection. */
export type CommandSession = {
  options: Options
  output: Output
  account: PrivateKeyAccount
  config: AppConfig
  api: Api
  state: StateFile
}

/** Work of a command once its files are read and the creator is signed in. */
export type CommandWork = (session: CommandSession) => Promise<void>

/**
 * Signs in and runs `work`; the session ends with it, and the state is locked meanwhile. Throws
 * `CommandError`, and what `work` throws.
 */
export async function withSession(
  options: Options,
  { context, output }: { context: CommandContext; output: Output },
  work: (session: CommandSession) => Promise<void>,
): Promise<void> {
  const { keyFile, site, target } = options
  const variable = 'PLATEMARK_PRIVATE_KEY'
  const account = readSigningAccount(keyFile, variable, context.environment)
  const path = findStatePath(target, context.folder ?? '.')
  // Reading alone disturbs no other command.
  const unlock = options.command === 'status' ? () => undefined : lockStateFile(path)
  try {
    const state = openStateFile(path, site, account.address)
    const config = await connectApi(site).call(getConfig, {})
    const api = await signIn(site, account, config.sign_in_chain_id)
    try {
      await work({ options, output, account, config, api, state })
    } finally {
      // The session would else stay in the list of the account for days.
      await api.call(logout, {}).catch(() => undefined)
    }
  } finally {
    unlock()
  }
}

/** Returns the path of the state of a collection: beside its file, else in `folder`. */
function findStatePath(target: Target, folder: string): string {
  const file = target.kind === 'file' ? resolve(target.file) : undefined
  if (file) return join(dirname(file), `${parse(file).name}.platemark.json`)
  return resolve(
    folder,
    target.kind === 'contract'
      ? `${target.chain_alias}-${target.contract_address.toLowerCase()}.platemark.json`
      : `${target.kind === 'draft' ? target.draft_id : ''}.platemark.json`,
  )
}

/** Returns the network of this alias. Throws `CommandError` with those that the site has. */
export function findNetwork({ config, options }: CommandSession, alias: string): Network {
  const network = config.networks.find((one) => one.alias === alias)
  if (network) return network
  const known = config.networks.map((one) => one.alias).join(', ')
  throw new CommandError(`${options.site} has no network ${alias}. It has ${known}.`)
}

/** Reads the draft or collection that a command is about. Throws `CommandError`, `Problem`. */
export async function readTargetDraft(session: CommandSession): Promise<Draft> {
  const contract_id = await findDraftId(session)
  const { api, options } = session
  try {
    return await api.call(getDraft, { params: { contract_id } })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    throw new CommandError(
      `${options.site} has no draft ${contract_id} of ${session.account.address}: it was deleted, or another wallet made it.`,
    )
  }
}

async function findDraftId({ api, options, state }: CommandSession): Promise<string> {
  const { target, site } = options
  if (target.kind === 'draft') return target.draft_id
  if (target.kind === 'contract') {
    const { chain_alias, contract_address } = target
    const params = { chain_alias, contract_address }
    return (await api.call(getCollection, { params })).contract_id
  }
  const { draft_id } = state.read()
  if (draft_id) return draft_id
  throw new CommandError(
    `${target.file} has no draft of this account on ${site} yet. Make it: npm run collection -- create ${target.file}`,
  )
}

/** Returns the address of the page of a collection. */
export function formatPage(
  { config }: CommandSession,
  { fields, contract_address }: Pick<Draft, 'fields' | 'contract_address'>,
): string {
  return `${config.public_url}/collection/${fields.chain_alias}/${fields.alias ?? contract_address}`
}
