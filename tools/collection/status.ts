import { getDeployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import { formatMoment } from '@platemark/rules/times'
import { readCollectionFile } from './collection-file.ts'
import type { Options } from './options.ts'
import type { CommandSession } from './session.ts'
import { formatPage, readTargetDraft } from './session.ts'

/** Prints how far a collection is, and what is missing. */
export async function showStatus(session: CommandSession): Promise<void> {
  const { api, output, state } = session
  const draft = await readTargetDraft(session)
  const { contract_id, fields, set, lists, contract_address, missing } = draft
  const isDraft = draft.state === 'draft' || draft.state === 'deploying'
  const deployment = isDraft
    ? await api.call(getDeployment, { params: { contract_id } })
    : null
  const page = contract_address === null || isDraft ? null : formatPage(session, draft)
  output.result(
    {
      ...{ command: 'status', draft_id: contract_id, state: draft.state },
      ...{ name: fields.name, chain_alias: fields.chain_alias, contract_address, page },
      ...{ minted: draft.minted, max_supply: fields.max_supply },
      deployment: deployment && {
        ...{ state: deployment.state, deadline: deployment.deadline },
        transaction_hash: deployment.transaction_hash,
      },
      ...{ works: set?.works ?? null, work_problems: set?.problem_count ?? null },
      lists: lists.map(({ phase_id, entries }) => ({ phase_id, entries })),
      ...{ missing, reveal_file: state.read().reveal_file ?? null },
      airdrop: describeAirdrop(session),
    },
    [
      `${fields.name || 'Without a name'} on ${fields.chain_alias}: ${draft.state}.`,
      ...(page ? [page, `Minted: ${formatCount(draft.minted)}${formatCap(draft)}.`] : []),
      ...(set ? [`Works: ${formatCount(set.works)}.`] : []),
      ...lists.map(
        ({ phase_id, entries }) =>
          `List of ${phaseTitle(draft, phase_id)}: ${formatCount(entries)} ${entries === 1 ? 'wallet' : 'wallets'}.`,
      ),
      ...(deployment?.state === 'pending' && deployment.deadline
        ? [
            `Prepared: the transaction can be mined until ${formatMoment(Date.parse(deployment.deadline) / 1000, false)}.`,
          ]
        : []),
      ...(isDraft
        ? listMissing(draft, findDescriber(session)).map(
            (sentence) => `Missing: ${sentence}`,
          )
        : []),
    ],
  )
}

function formatCap({ fields }: Draft): string {
  return fields.max_supply === null ? '' : ` of ${formatCount(fields.max_supply)}`
}

function phaseTitle({ fields }: Draft, id: number): string {
  const title = fields.phases.find(({ phase_id }) => phase_id === id)?.title
  return title === undefined ? `phase ${id}` : `"${title}"`
}

function describeAirdrop({ state }: CommandSession) {
  const { airdrop } = state.read()
  if (!airdrop) return null
  const { source, gifts, refused, ended_at } = airdrop
  return { source, wallets: gifts.length, refused: refused.length, ended_at }
}

type DescribeField = (field: string, message: string) => string

/** Returns how fields are named: by file and line, where the file of the collection is there. */
export function findDescriber({
  options: { target },
}: {
  options: Options
}): DescribeField | undefined {
  if (target.kind !== 'file') return undefined
  try {
    return readCollectionFile(target.file).describeField
  } catch {
    return undefined
  }
}

/**
 * Returns what a draft lacks, a sentence each; `describeField` places a field in its file, by
 * default it is named.
 */
export function listMissing(
  { missing }: Pick<Draft, 'missing'>,
  describeField: DescribeField = (field, message) => `${field}: ${message}`,
): string[] {
  return Object.entries(missing).flatMap(([field, messages]) =>
    messages.map((message) => describeField(field, message)),
  )
}
