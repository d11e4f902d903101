import { address, chainAlias, instant, text } from '@platemark/api/fields'
import { moderationCategories } from '@platemark/api/moderation'
import * as z from 'zod/mini'
import { restoreAchievement, revokeAchievement } from './achievement-commands.ts'
import {
  blockCollection,
  blockCreator,
  listBlocks,
  unblockCollection,
  unblockCreator,
} from './block-commands.ts'
import { actOnCampaign, campaignAct } from './campaign-commands.ts'
import { importCollection } from './import-command.ts'
import { readUnreadable, rereadNetwork } from './index-commands.ts'
import { CommandRefusedError, type OperatorContext } from './operator-context.ts'
import { endPromotion, promote, readPromotions } from './promotion-commands.ts'
import { closeQuestion, readQuestions, readRatings } from './question-commands.ts'
import { closeReports, readAudit, readReports } from './report-commands.ts'
import { endSessions, readSessions } from './session-commands.ts'

const none = z.object({})
const paged = z.object({ page: z.int().check(z.minimum(1), z.maximum(1_000_000)) })
const account = z.object({ address })
const creator = z.object({ address, chain: z.optional(chainAlias) })
const collection = z.object({ chain: chainAlias, address })
const achievement = z.object({ ...creator.shape, achievement: text(3, 100) })
const reason = { category: z.enum(moderationCategories), reason: text(1, 300) }
const order = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))

/** Operator commands by name, each with its input schema. */
export const commands = {
  reports: defineCommand(paged, readReports),
  close: defineCommand(
    z.object({
      id: z.int().check(z.minimum(1)),
      note: text(1, 1000),
      is_all: z.boolean(),
    }),
    closeReports,
  ),
  questions: defineCommand(paged, readQuestions),
  close_question: defineCommand(
    z.object({ id: z.int().check(z.minimum(1)), note: text(1, 1000) }),
    closeQuestion,
  ),
  ratings: defineCommand(none, readRatings),
  audit: defineCommand(paged, readAudit),
  blocks: defineCommand(none, listBlocks),
  block_collection: defineCommand(
    z.object({ ...collection.shape, ...reason }),
    blockCollection,
  ),
  block_creator: defineCommand(z.object({ ...creator.shape, ...reason }), blockCreator),
  unblock_collection: defineCommand(collection, unblockCollection),
  unblock_creator: defineCommand(creator, unblockCreator),
  promotions: defineCommand(none, readPromotions),
  promote: defineCommand(
    z.object({
      ...collection.shape,
      order,
      from: z.nullable(instant),
      until: z.nullable(instant),
      label: text(1, 24),
    }),
    promote,
  ),
  end_promotion: defineCommand(collection, endPromotion),
  sessions: defineCommand(account, readSessions),
  end_sessions: defineCommand(account, endSessions),
  unreadable: defineCommand(none, readUnreadable),
  import: defineCommand(
    z.object({
      file: z.string().check(z.minLength(1), z.maxLength(4096)),
      key: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
    importCollection,
  ),
  revoke_achievement: defineCommand(
    z.object({ ...achievement.shape, reason: text(1, 300) }),
    revokeAchievement,
  ),
  restore_achievement: defineCommand(achievement, restoreAchievement),
  campaign: defineCommand(campaignAct, actOnCampaign),
  reread: defineCommand(z.object({ chain: chainAlias }), rereadNetwork),
}

export type CommandName = keyof typeof commands
export type CommandInput<N extends CommandName> = Parameters<(typeof commands)[N]>[1]
export type CommandResult<N extends CommandName> = Awaited<
  ReturnType<(typeof commands)[N]>
>

/** Defines a command that validates its input first. Throws `CommandRefusedError`. */
function defineCommand<Schema extends z.ZodMiniType, Result>(
  schema: Schema,
  perform: (context: OperatorContext, input: z.output<Schema>) => Promise<Result>,
) {
  return async (context: OperatorContext, input: z.input<Schema>): Promise<Result> => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return perform(context, parsed.data)
    const [issue] = parsed.error.issues
    throw new CommandRefusedError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
}
