import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatAmount } from '@platemark/rules/amounts'
import { findChain } from '@platemark/wallet/find-chain'
import { useAppConfig } from '../../../components/app-config.ts'
import type { QuestNames } from './describe-quest.ts'

const ether = { symbol: 'ETH', decimals: 18 }

/** Returns the names that the sentences of quests need. */
export function useQuestNames({ chains, quests }: CampaignDetail): QuestNames {
  const { networks } = useAppConfig()
  return {
    network: (id) =>
      findChain(chains, id)?.name ?? findChain(networks, id)?.name ?? `network ${id}`,
    quest: (key) => quests.find((quest) => quest.key === key)?.title ?? key,
    amount: (wei, chainId) =>
      formatAmount(
        wei,
        findChain(networks, chainId ?? chains[0]?.id)?.native_currency ?? ether,
      ),
  }
}
