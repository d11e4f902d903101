import type { CampaignDetail, CampaignMe, CampaignQuest } from '@platemark/api/campaigns'
import { findChain } from '@platemark/wallet/find-chain'
import { isOver } from '../join/join-times.ts'

/** One field of a stamp card. */
export type CardCell = {
  key: string
  title: string
  /** Alias of the network; null: the quest is not of one network alone. */
  chain: string | null
  /** Page on which the stamp can be had; null: there is none, or it is over. */
  action: CampaignQuest['action']
} & (
  | { state: 'empty' }
  | {
      /** Pending: its block is not final. */
      state: 'pending' | 'stamped'
      at: string
      explorerUrl: string | null
    }
)

type CardFacts = Pick<CampaignDetail, 'quests' | 'chains' | 'status'>

/** Returns the fields of a stamp card in the order of its quests; `me` is null for visitors. */
export function listCardCells(
  { quests, chains, status }: CardFacts,
  me: Pick<CampaignMe, 'stamps'> | null,
): CardCell[] {
  const stamps = new Map(me?.stamps.map((stamp) => [stamp.key, stamp]))
  return quests.map(({ key, title, chain_id, ...quest }) => {
    const action = isOver({ status }) ? null : quest.action
    const chain = findChain(chains, chain_id)?.alias ?? null
    const stamp = stamps.get(key)
    if (!stamp) return { key, title, chain, action, state: 'empty' }
    const state = stamp.final ? 'stamped' : 'pending'
    const { at, explorer_url: explorerUrl } = stamp
    return { key, title, chain, action, state, at, explorerUrl }
  })
}

/** Counts the fields of a card by state. */
export function countCells(cells: readonly CardCell[]) {
  const count = (state: CardCell['state']) =>
    cells.filter((cell) => cell.state === state).length
  return { stamped: count('stamped'), pending: count('pending'), total: cells.length }
}
