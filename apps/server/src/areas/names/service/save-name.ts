import { nameRegistryAbi } from '@platemark/abi/name-registry'
import type { Parsed } from '@platemark/api/endpoint'
import type { saveName as endpoint, NameRow } from '@platemark/api/names'
import { Problem } from '@platemark/api/problem'
import { labelToTokenId, readLabel } from '@platemark/rules/name-label'
import {
  BaseError,
  decodeFunctionData,
  type Hash,
  type Hex,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import type { AppContext } from '../../../http/app-context.ts'
import { isSessionOfChain, type Session } from '../../../http/session.ts'
import { type ClaimRow, saveClaim } from '../queries/claims.ts'
import { findName } from '../queries/names.ts'
import { toRefusal } from './check-name.ts'
import { type NameHome, requireHome } from './home.ts'
import { readOwner, unavailable } from './registry.ts'
import { toClaimedRow, toNameRows } from './shapes.ts'

type Saved = { status: 200 | 201 | 202; data: NameRow }

/**
 * Lists a name that the caller owns on the chain, or that a transaction registers which waits to
 * be mined. Never trusts the caller: the owner is read from the registry. Throws the problems of
 * its endpoint.
 */
export async function saveName(
  context: AppContext,
  session: Session,
  { name, token_id, tx_hash }: Parsed<typeof endpoint>['body'],
): Promise<Saved> {
  const home = requireHome(context)
  requireLabel(home, name)
  if (token_id !== `${labelToTokenId(name)}`) throw new Problem('token_id_mismatch')
  const owner = await readOwner(home, name)
  const account = session.address
  if (owner === null) {
    // Safe: the API schema holds it to 0x and 64 hexadecimal digits.
    return savePending(context, home, {
      name,
      account,
      hash: tx_hash as Hash | undefined,
    })
  }
  const isOwner = owner === account && isSessionOfChain(session, home.chain.id)
  if (!isOwner) throw new Problem('not_name_owner')
  return saveMinted(context, home, { name, account, hash: tx_hash ?? null })
}

/** Throws `name_invalid` unless a text is a name in its normal form, without the suffix. */
export function requireLabel({ suffix }: NameHome, name: string): void {
  const read = readLabel(name, suffix)
  if (!read.refused && read.name === name) return
  const sentence =
    read.refused?.message ?? `Enter the name in its normal form: ${read.name}.`
  throw new Problem('name_invalid', sentence, { data: toRefusal(read) })
}

async function saveMinted(
  context: AppContext,
  home: NameHome,
  { name, account, hash }: { name: string; account: string; hash: string | null },
): Promise<Saved> {
  const { database, clock } = context
  const row = await findName(database, home.chain.id, name)
  const [known] = row?.owner === account ? await toNameRows(context, home, [row]) : []
  if (known) return { status: 200, data: known }
  const claim = { ...noTransaction, name, account, tx_hash: hash, created_at: clock() }
  const isNew = await saveClaim(database, home.chain.id, { ...claim, state: 'minted' })
  return {
    status: isNew ? 201 : 200,
    data: toClaimedRow(home, { ...claim, state: 'minted' }),
  }
}

const noTransaction = { sender: null, nonce: null, is_public: false }

async function savePending(
  { database, clock }: AppContext,
  home: NameHome,
  { name, account, hash }: { name: string; account: string; hash: Hash | undefined },
): Promise<Saved> {
  const transaction = hash === undefined ? undefined : await findTransaction(home, hash)
  if (!transaction) throw new Problem('name_not_minted', undefined, { retryAfter: 3 })
  if (transaction.state === 'failed') throw new Problem('registration_failed')
  if (transaction.state === 'mined')
    throw new Problem('name_not_minted', undefined, { retryAfter: 3 })
  const claim: ClaimRow = {
    name,
    account,
    state: 'pending',
    tx_hash: transaction.hash,
    sender: transaction.from,
    nonce: transaction.nonce,
    is_public: registers(home, transaction, name),
    created_at: clock(),
  }
  await saveClaim(database, home.chain.id, claim)
  return { status: 202, data: toClaimedRow(home, claim) }
}

type KnownTransaction = {
  hash: Hash
  state: 'unmined' | 'mined' | 'failed'
  from: string
  to: string | null
  nonce: number
  input: Hex
}

/** Finds a transaction; undefined: the node does not know it. Throws `chain_unavailable`. */
async function findTransaction(
  { chain }: NameHome,
  hash: Hash,
): Promise<KnownTransaction | undefined> {
  try {
    const { from, to, nonce, input } = await getTransaction(chain.client, { hash })
    const known = {
      hash,
      from: from.toLowerCase(),
      to: to?.toLowerCase() ?? null,
      nonce,
      input,
    }
    return { ...known, state: await readState(chain.client, hash) }
  } catch (error) {
    if (isNotFound(error, TransactionNotFoundError)) return undefined
    throw unavailable(error)
  }
}

async function readState(
  client: NameHome['chain']['client'],
  hash: Hash,
): Promise<KnownTransaction['state']> {
  try {
    const { status } = await getTransactionReceipt(client, { hash })
    return status === 'success' ? 'mined' : 'failed'
  } catch (error) {
    if (isNotFound(error, TransactionReceiptNotFoundError)) return 'unmined'
    throw error
  }
}

function isNotFound(
  error: unknown,
  kind: typeof TransactionNotFoundError | typeof TransactionReceiptNotFoundError,
): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof kind) !== null
}

/** Returns whether a transaction calls the registry to register this name. */
function registers(
  { registry }: NameHome,
  { to, input }: KnownTransaction,
  name: string,
): boolean {
  if (to !== registry.toLowerCase()) return false
  try {
    const call = decodeFunctionData({ abi: nameRegistryAbi, data: input })
    switch (call.functionName) {
      case 'register':
      case 'registerWithRecords':
        return call.args[0] === labelToTokenId(name)
      case 'registerCommitted':
        return call.args[0].tokenId === labelToTokenId(name)
      default:
        return false
    }
  } catch {
    // Data that no function of the registry takes.
    return false
  }
}
