import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { CommandResult } from '../../apps/server/src/areas/moderation/commands.ts'
import { CommandError } from '../command-error.ts'
import type { Send } from './client.ts'
import {
  formatAudit,
  formatBlocks,
  formatPromotions,
  formatQuestions,
  formatRatings,
  formatReports,
  formatSessions,
  formatUnreadable,
} from './format.ts'
import type { CampaignAct, CollectionId, Command, CreatorId, Options } from './options.ts'

type Print = (line: string) => void

/** Runs the command and prints its result. */
export async function runCommand(
  { command, isJson }: Pick<Options, 'isJson'> & { command: DatabaseCommand },
  send: Send,
  print: Print,
): Promise<void> {
  const show = <T>(result: T, format: (result: T) => string[]) => {
    const output = isJson ? [JSON.stringify(result, null, 2)] : format(result)
    for (const line of output) print(line)
  }
  switch (command.verb) {
    case 'reports':
      return show(await send('reports', { page: command.page }), formatReports)
    case 'questions':
      return show(await send('questions', { page: command.page }), formatQuestions)
    case 'ratings':
      return show(await send('ratings', {}), formatRatings)
    case 'audit':
      return show(await send('audit', { page: command.page }), formatAudit)
    case 'blocks':
      return show(await send('blocks', {}), formatBlocks)
    case 'unreadable':
      return show(await send('unreadable', {}), formatUnreadable)
    case 'promotions':
      return show(await send('promotions', {}), formatPromotions)
    case 'sessions':
      return show(await send('sessions', { address: command.address }), formatSessions)
    default:
      print(await change(command, send))
  }
}

/** Command that works on the database. */
type DatabaseCommand = Exclude<
  Command,
  { verb: 'copy files' | 'verify' | 'verify campaign' }
>

type Change = Exclude<
  DatabaseCommand,
  {
    verb:
      | 'reports'
      | 'questions'
      | 'ratings'
      | 'audit'
      | 'blocks'
      | 'promotions'
      | 'sessions'
      | 'unreadable'
  }
>

async function change(command: Change, send: Send): Promise<string> {
  switch (command.verb) {
    case 'close': {
      const { id, note, isAll } = command
      const { closed } = await send('close', { id, note, is_all: isAll })
      return closed === 1 ? `Closed report ${id}.` : `Closed ${closed} reports.`
    }
    case 'close question': {
      const { id, note } = command
      const { alias, question } = await send('close_question', { id, note })
      return `Closed report ${id} of the question ${question} of ${alias}.`
    }
    case 'block collection': {
      const { place, category, reason } = command
      const found = await send('block_collection', { ...place, category, reason })
      return describeBlock(place, found, reason)
    }
    case 'block creator': {
      const { creator, category, reason } = command
      const done = await send('block_creator', { ...creator, category, reason })
      const count = done.collections === 1 ? 'collection is' : 'collections are'
      return `Blocked ${formatCreator(creator)}: ${done.collections} ${count} blocked now, and what they make later will be. They read: ${reason}`
    }
    case 'unblock collection':
      return describeUnblock(
        command.place,
        await send('unblock_collection', command.place),
      )
    case 'unblock creator':
      await send('unblock_creator', command.creator)
      return `Unblocked ${formatCreator(command.creator)}. What was blocked on its own stays blocked.`
    case 'promote':
      await send('promote', { ...command.place, ...command.terms })
      return `Promoted ${formatPlace(command.place)}${formatTerms(command)}, labelled "${command.terms.label}".`
    case 'end promotion': {
      const { is_promoted } = await send('end_promotion', command.place)
      const still = ' The configuration names it too and promotes it still.'
      return `${formatPlace(command.place)} is no longer promoted by command.${is_promoted ? still : ''}`
    }
    case 'import': {
      const { file, key } = command
      const done = await send('import', { file: resolve(file), key })
      return describeImport(done)
    }
    case 'campaign': {
      const { act } = command
      const input = 'path' in act ? readCampaignInput(act) : act
      const { lines } = await send('campaign', input)
      return lines.join('\n')
    }
    case 'revoke achievement': {
      const { creator, achievement, reason } = command
      await send('revoke_achievement', { ...creator, achievement, reason })
      return `Revoked ${achievement} of ${formatCreator(creator)}. They read: ${reason}`
    }
    case 'restore achievement': {
      const { creator, achievement } = command
      await send('restore_achievement', { ...creator, achievement })
      return `Restored ${achievement} of ${formatCreator(creator)}.`
    }
    case 'reread':
      await send('reread', { chain: command.chain })
      return `The indexer reads ${command.chain} again from its start, from its next block on.`
    case 'end sessions': {
      const { ended } = await send('end_sessions', { address: command.address })
      return `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${command.address}.`
    }
  }
}

function readCampaignInput(given: Extract<CampaignAct, { path: string }>) {
  const { path, ...act } = given
  return { ...act, file: basename(path), text: readCampaignFile(path) }
}

function readCampaignFile(path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8')
  } catch {
    throw new CommandError(`${path} cannot be read: name the file of the campaign.`)
  }
}

function describeImport({
  name,
  chain_alias: chain,
  address,
  works,
  lists,
  stored_files,
  kept_page,
}: CommandResult<'import'>): string {
  const kept = kept_page
    ? ' Its owner changed the page here, so texts and pictures of the page stay.'
    : ''
  return `Imported ${name}, ${formatPlace({ chain, address })}: works ${works}, lists ${lists}, files that were not here ${stored_files}.${kept}`
}

function describeBlock(
  place: CollectionId,
  { name }: CommandResult<'block_collection'>,
  reason: string,
): string {
  const known = name === null ? ', which is not known here yet' : ` (${name})`
  return `Blocked ${formatPlace(place)}${known}. Its owner reads: ${reason}`
}

function describeUnblock(
  place: CollectionId,
  { is_blocked, creator }: CommandResult<'unblock_collection'>,
): string {
  if (!is_blocked) return `Unblocked ${formatPlace(place)}.`
  return `${formatPlace(place)} has no block of its own any more, but its creator ${creator} is blocked, and it with them.`
}

function formatTerms({
  terms: { from, until },
}: Extract<Change, { verb: 'promote' }>): string {
  return `${from ? ` from ${from}` : ''}${until ? ` until ${until}` : ''}`
}

function formatCreator({ chain, address }: CreatorId): string {
  return chain ? `${chain}/${address}` : address
}

function formatPlace({ chain, address }: CollectionId): string {
  return `${chain}/${address}`
}
