import type { CampaignGate } from '@platemark/api/campaigns'
import { formatEther } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import type { CampaignDefinition } from '../definition/campaign-file.ts'
import { readGateFacts } from '../queries/entries.ts'

type Account = { address: string; chain_id: number | null }
type Facts = Awaited<ReturnType<typeof readGateFacts>>

const DAY = 86_400_000

/** Returns every condition of joining, and whether an account meets it; without one, none is met. */
export async function checkGates(
  { database, academy, clock }: Pick<AppContext, 'database' | 'academy' | 'clock'>,
  { eligibility }: CampaignDefinition,
  account: Account | undefined,
): Promise<CampaignGate[]> {
  const {
    min_wallet_age_days,
    min_prior_mints,
    owns_name,
    academy_completed,
    min_value_wei,
  } = eligibility
  if (Object.values(eligibility).every((value) => value === undefined)) return []
  const facts: Facts | undefined = account && (await readGateFacts(database, account))
  const gates: CampaignGate[] = []
  if (min_wallet_age_days !== undefined) {
    const since = facts?.first_seen?.getTime() ?? Number.POSITIVE_INFINITY
    gates.push({
      gate: 'min_wallet_age_days',
      met: clock().getTime() - since >= min_wallet_age_days * DAY,
      message: `Take part with a wallet whose first mint here is ${count(min_wallet_age_days, 'day')} old.`,
    })
  }
  if (min_prior_mints !== undefined) {
    gates.push({
      gate: 'min_prior_mints',
      met: (facts?.mints ?? 0) >= min_prior_mints,
      message: `Mint ${count(min_prior_mints, 'item')} first.`,
    })
  }
  if (owns_name !== undefined) {
    const met = facts?.owns_name ?? false
    gates.push({ gate: 'owns_name', met, message: 'Register a name first.' })
  }
  for (const alias of academy_completed ?? []) {
    const title =
      academy.english.articles.find((one) => one.alias === alias)?.title ?? alias
    gates.push({
      gate: 'academy_completed',
      met: facts?.completed.includes(alias) ?? false,
      message: `Pass the quiz of "${title}" first.`,
    })
  }
  if (min_value_wei !== undefined) {
    gates.push({
      gate: 'min_value_wei',
      met: BigInt(facts?.value_wei ?? 0) >= BigInt(min_value_wei),
      message: `Mint for ${formatEther(BigInt(min_value_wei))} coins in total first.`,
    })
  }
  return gates
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
