import { address, chainAlias, instant, text } from '@platemark/api/fields'
import { moderationCategories } from '@platemark/api/moderation'
import * as z from 'zod/mini'
import {
  blockCollection,
  blockCreator,
  listBlocks,
  unblockCollection,
  unblockCreator,
} from './block-commands.ts'
import { CommandRefusedError, type OperatorContext } from './operator-context.ts'
import { endPromotion, promote, readPromotions } from './promotion-commands.ts'
import { closeReports, readAudit, readReports } from './report-commands.ts'
import { endSessions, readSessions } from './session-commands.ts'

const none = z.object({})
const paged = z.object({ page: z.int().check(z.minimum(1), z.maximum(1_000_000)) })
const account = z.object({ address })
const collection = z.object({ chain: chainAlias, address })
const reason = { category: z.enum(moderationCategories), reason: text(1, 300) }
const order = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))

/** Everything an operator can do: what it takes, and the function that does it. */
export const commands = {
  reports: act(paged, readReports),
  close: act(
    z.object({
      id: z.int().check(z.minimum(1)),
      note: text(1, 1000),
      is_all: z.boolean(),
    }),
    closeReports,
  ),
  audit: act(paged, readAudit),
  blocks: act(none, listBlocks),
  block_collection: act(z.object({ ...collection.shape, ...reason }), blockCollection),
  block_creator: act(z.object({ ...account.shape, ...reason }), blockCreator),
  unblock_collection: act(collection, unblockCollection),
  unblock_creator: act(account, unblockCreator),
  promotions: act(none, readPromotions),
  promote: act(
    z.object({
      ...collection.shape,
      order,
      from: z.nullable(instant),
      until: z.nullable(instant),
      label: text(1, 24),
    }),
    promote,
  ),
  end_promotion: act(collection, endPromotion),
  sessions: act(account, readSessions),
  end_sessions: act(account, endSessions),
}

export type CommandName = keyof typeof commands
export type CommandInput<N extends CommandName> = Parameters<(typeof commands)[N]>[1]
export type CommandResult<N extends CommandName> = Awaited<
  ReturnType<(typeof commands)[N]>
>

/** Checks what it is told before it does anything. Throws `Refusal`. */
function act<Schema extends z.ZodMiniType, Result>(
  schema: Schema,
  perform: (desk: OperatorContext, input: z.output<Schema>) => Promise<Result>,
) {
  return async (desk: OperatorContext, input: z.input<Schema>): Promise<Result> => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return perform(desk, parsed.data)
    const [issue] = parsed.error.issues
    throw new CommandRefusedError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
}
