import { contentFolder, readAcademy } from '@platemark/academy/read-academy'
import { address, text } from '@platemark/api/fields'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { listBadgeProblems } from '../campaigns/service/badges.ts'
import {
  CampaignRefusedError,
  cancelCampaign,
  correctResult,
  decideOnNotice,
  freezeResult,
  importCampaign,
  listRewards,
  pauseCampaign,
  publishCampaign,
  readNotices,
  readSuspicions,
  recountResult,
  sendNotice,
  validateCampaign,
} from '../campaigns/service/manage.ts'
import {
  CommandRefusedError,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

const alias = text(3, 60)
const reason = text(1, 300)

/** Acts of the operator on campaigns. */
export const campaignAct = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('import'),
    /** Name of the file in messages, and its text. */
    file: z.string(),
    text: z.string().check(z.maxLength(200_000)),
    note: z.nullable(text(1, 300)),
  }),
  z.object({
    act: z.literal('validate'),
    file: z.string(),
    text: z.string().check(z.maxLength(200_000)),
  }),
  z.object({ act: z.literal('publish'), alias }),
  z.object({ act: z.literal('pause'), alias, reason }),
  z.object({ act: z.literal('resume'), alias }),
  z.object({ act: z.literal('cancel'), alias, reason }),
  z.object({ act: z.literal('notices'), alias }),
  z.object({ act: z.literal('suspicions'), alias }),
  z.object({
    act: z.literal('notice'),
    ...{ alias, address, reason },
    evidence: text(0, 2000, { lines: true }),
  }),
  z.object({ act: z.literal('disqualify'), alias, address, reason }),
  z.object({ act: z.literal('keep'), alias, address }),
  z.object({ act: z.literal('recount'), alias }),
  z.object({ act: z.literal('freeze'), alias }),
  z.object({ act: z.literal('correct'), alias, reason }),
])
type CampaignAct = z.infer<typeof campaignAct>

/** Acts on a campaign and returns lines for the operator. Throws `CommandRefusedError`. */
export async function actOnCampaign(
  context: OperatorContext,
  act: CampaignAct,
): Promise<{ lines: string[] }> {
  try {
    return { lines: await carryOut(context, act) }
  } catch (error) {
    if (error instanceof CampaignRefusedError)
      throw new CommandRefusedError(error.message)
    throw error
  }
}

/** Aliases of the lessons; undefined until the first file is read. */
let articles: string[] | undefined

/** Networks and articles that a campaign file may name. */
function listKnown({ chains, clock }: Pick<OperatorContext, 'chains' | 'clock'>) {
  articles ??= readAcademy(contentFolder).english.articles.map((one) => one.alias)
  return { chains, articles, clock }
}

const suspicionTexts = {
  one_sender: 'received items from',
  own_collection: 'alone minted',
  same_mints: 'minted in the same order',
} as const

async function carryOut(context: OperatorContext, act: CampaignAct): Promise<string[]> {
  const { database, clock } = context
  const line = (alias: string, details: Record<string, unknown> = {}) => ({
    action: `${act.act} campaign`,
    details: { campaign: alias, ...details },
  })
  switch (act.act) {
    case 'validate': {
      const { file, text: written } = act
      const { alias, quests, rewards } = validateCampaign(listKnown(context), {
        ...{ file, text: written },
      })
      return [
        `${file} is valid: ${alias} with quests: ${quests.length}, rewards: ${rewards.length}.`,
      ]
    }
    case 'import': {
      const { file, text: written, note } = act
      const known = listKnown(context)
      const done = await withAudit(context, line(file, { note }), (transaction) =>
        importCampaign(transaction, known, { file, text: written, note }),
      )
      const { alias, status, rules_version, is_new } = done
      return [
        `${is_new ? 'Imported' : 'Updated'} ${alias}, which is ${status}: rules ${rules_version.slice(0, 8)}.`,
      ]
    }
    case 'publish': {
      const problems = await findBadgeProblems(context, act.alias)
      const { status } = await withAudit(context, line(act.alias), (transaction) =>
        publishCampaign(transaction, { clock }, act.alias, problems),
      )
      return [`Published ${act.alias}: it is ${status}.`]
    }
    case 'pause':
    case 'resume': {
      const reason = act.act === 'pause' ? act.reason : null
      const { status } = await withAudit(
        context,
        line(act.alias, { reason }),
        (transaction) => pauseCampaign(transaction, { alias: act.alias, reason }),
      )
      return [`${act.alias} is ${status}.`]
    }
    case 'cancel':
      await withAudit(context, line(act.alias, { reason: act.reason }), (transaction) =>
        cancelCampaign(transaction, act),
      )
      return [`Cancelled ${act.alias}. Its page shows: ${act.reason}`]
    case 'notices': {
      const notices = await readNotices(database, act.alias)
      if (notices.length === 0) return [`${act.alias} has no open notices.`]
      return notices.map(({ address: account, reason, answer, answer_until }) =>
        [
          account,
          reason,
          answer ?? `no answer yet, until ${answer_until.toISOString()}`,
        ].join('\n  '),
      )
    }
    case 'suspicions': {
      const found = await readSuspicions(database, act.alias)
      if (found.length === 0)
        return [`No sign of several wallets of one person in ${act.alias}.`]
      return found.map(({ kind, subject, addresses }) =>
        [`${suspicionTexts[kind]} ${subject}`, ...addresses].join('\n  '),
      )
    }
    case 'notice': {
      const { alias, address: account, reason } = act
      const { answer_until } = await withAudit(
        context,
        { ...line(alias, { reason }), address: account },
        (transaction) => sendNotice(transaction, { clock }, act),
      )
      return [`${account} can answer until ${answer_until}.`]
    }
    case 'disqualify':
    case 'keep': {
      const { alias, address: account } = act
      const reason = act.act === 'disqualify' ? act.reason : null
      await withAudit(
        context,
        { ...line(alias, { reason }), address: account },
        (transaction) =>
          decideOnNotice(transaction, { clock }, { alias, address: account, reason }),
      )
      return [
        `${account} ${reason === null ? 'stays in' : 'is disqualified from'} ${alias}.`,
      ]
    }
    case 'recount': {
      const { status, sha256 } = await withAudit(
        context,
        line(act.alias),
        (transaction) => recountResult(transaction, context, act.alias),
      )
      return [`Recounted ${act.alias}: it is ${status}${sha256 ? `, ${sha256}` : ''}.`]
    }
    case 'freeze': {
      const { rows, sha256 } = await withAudit(context, line(act.alias), (transaction) =>
        freezeResult(transaction, context, act.alias),
      )
      return [`The result of ${act.alias} is final: ${rows} rows, SHA-256 ${sha256}.`]
    }
    case 'correct': {
      const { rows, sha256 } = await correctResult(database, context, act)
      await withAudit(context, line(act.alias, { reason: act.reason, sha256 }), () =>
        Promise.resolve(),
      )
      return [`Published a correction of ${act.alias}: ${rows} rows, SHA-256 ${sha256}.`]
    }
  }
}

/** Simulates a claim of every badge of a campaign. */
async function findBadgeProblems(
  context: OperatorContext,
  campaign: string,
): Promise<string[]> {
  const { chains, configuration } = await context.openInstance()
  const rewards = await listRewards(context.database, campaign)
  const { clock } = context
  const log = pino({ level: 'silent' })
  const instance = { chains: [...chains], configuration, clock, log }
  return listBadgeProblems(instance, campaign, rewards)
}
