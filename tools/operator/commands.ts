import type { CommandResult } from '../../apps/server/src/areas/moderation/commands.ts'
import type { Ask } from './client.ts'
import {
  auditLines,
  blockLines,
  promotionLines,
  reportLines,
  sessionLines,
} from './format.ts'
import type { Command, Options, Place } from './options.ts'

type Say = (line: string) => void

/** Does what the command says, and tells what came of it. */
export async function runCommand(
  { command, isJson }: Options,
  ask: Ask,
  say: Say,
): Promise<void> {
  const show = <T>(result: T, lines: (result: T) => string[]) => {
    const told = isJson ? [JSON.stringify(result, null, 2)] : lines(result)
    for (const line of told) say(line)
  }
  switch (command.verb) {
    case 'reports':
      return show(await ask('reports', { page: command.page }), reportLines)
    case 'audit':
      return show(await ask('audit', { page: command.page }), auditLines)
    case 'blocks':
      return show(await ask('blocks', {}), blockLines)
    case 'promotions':
      return show(await ask('promotions', {}), promotionLines)
    case 'sessions':
      return show(await ask('sessions', { address: command.address }), sessionLines)
    default:
      say(await change(command, ask))
  }
}

type Change = Exclude<
  Command,
  { verb: 'reports' | 'audit' | 'blocks' | 'promotions' | 'sessions' }
>

async function change(command: Change, ask: Ask): Promise<string> {
  switch (command.verb) {
    case 'close': {
      const { id, note, isAll } = command
      const { closed } = await ask('close', { id, note, is_all: isAll })
      return closed === 1 ? `Closed report ${id}.` : `Closed ${closed} reports.`
    }
    case 'block collection': {
      const { place, category, reason } = command
      const found = await ask('block_collection', { ...place, category, reason })
      return toldOfBlock(place, found, reason)
    }
    case 'block creator': {
      const { address, category, reason } = command
      const done = await ask('block_creator', { address, category, reason })
      const count = done.collections === 1 ? 'collection is' : 'collections are'
      return `Blocked ${address}: ${done.collections} ${count} blocked now, and what they make later will be. They read: ${reason}`
    }
    case 'unblock collection':
      return toldOfUnblock(command.place, await ask('unblock_collection', command.place))
    case 'unblock creator':
      await ask('unblock_creator', { address: command.address })
      return `Unblocked ${command.address}. What was blocked on its own stays blocked.`
    case 'promote':
      await ask('promote', { ...command.place, ...command.terms })
      return `Promoted ${nameOf(command.place)}${termsOf(command)}, labelled "${command.terms.label}".`
    case 'end promotion': {
      const { is_promoted } = await ask('end_promotion', command.place)
      const still = ' The configuration names it too and promotes it still.'
      return `${nameOf(command.place)} is no longer promoted by command.${is_promoted ? still : ''}`
    }
    case 'end sessions': {
      const { ended } = await ask('end_sessions', { address: command.address })
      return `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${command.address}.`
    }
  }
}

function toldOfBlock(
  place: Place,
  { name }: CommandResult<'block_collection'>,
  reason: string,
): string {
  const known = name === null ? ', which is not known here yet' : ` (${name})`
  return `Blocked ${nameOf(place)}${known}. Its owner reads: ${reason}`
}

function toldOfUnblock(
  place: Place,
  { is_blocked, creator }: CommandResult<'unblock_collection'>,
): string {
  if (!is_blocked) return `Unblocked ${nameOf(place)}.`
  return `${nameOf(place)} has no block of its own any more, but its creator ${creator} is blocked, and it with them.`
}

function termsOf({
  terms: { from, until },
}: Extract<Change, { verb: 'promote' }>): string {
  return `${from ? ` from ${from}` : ''}${until ? ` until ${until}` : ''}`
}

function nameOf({ chain, address }: Place): string {
  return `${chain}/${address}`
}
