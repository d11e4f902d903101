import { Problem } from '@platemark/api/problem'
import { medal } from '@platemark/plates/engraving/medal'
import type { AppContext } from '../../http/app-context.ts'
import { listClaimedAchievements } from '../achievements/service/lists.ts'
import { findAccountChain } from '../collections/service.ts'
import type { OgImage } from './og-template.ts'
import { findSharedProfile } from './queries.ts'
import { shortenAddress } from './service.ts'
import { toDrawableText } from './text-layout.ts'

const tiers = {
  bronze: 'Bronze achievement',
  silver: 'Silver achievement',
  gold: 'Gold achievement',
}

/**
 * Returns the share image of an achievement that an account has claimed: its medal, with the name of
 * the account; `chain` is the network of a contract's account. Throws `not_found`, also for blocked
 * creators, and `validation_failed`.
 */
export async function achievementPicture(
  context: AppContext,
  { address, chain, id }: { address: string; chain: string | undefined; id: string },
): Promise<OgImage> {
  const { database, configuration } = context
  const account = address.toLowerCase()
  const chainId = findAccountChain(context, chain)?.id ?? null
  const profile = await findSharedProfile(database, account, chainId)
  const claimed = profile && (await listClaimedAchievements(context, account, chain))
  const found = claimed?.find((one) => one.id === id)
  if (!profile || !found) throw new Problem('not_found')
  const { title, tier } = found
  return {
    layout: 'framed',
    art: {
      ...{ file: null, seed: id, isAvatar: false },
      drawing: medal(id, { tier, isLocked: false }),
    },
    over: tiers[tier],
    title: toDrawableText(title) ?? 'Achievement',
    under: toDrawableText(profile.username ?? '') ?? shortenAddress(account),
    product: toDrawableText(configuration.product_name) ?? '',
  }
}
