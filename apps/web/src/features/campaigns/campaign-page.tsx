import { campaignPath } from '@platemark/api/campaign-path'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { deferHydration } from '../../ui/deferred-hydration.tsx'
import { CampaignHead } from './head/campaign-head.tsx'
import { useCampaign, useCampaignAlias } from './use-campaign.ts'

const CampaignBody = deferHydration(
  async () => (await import('./campaign-body.tsx')).CampaignBody,
)

/** Page of a campaign: `/campaigns/{alias}`, and the two with a path of their own. */
export function CampaignPage() {
  const alias = useCampaignAlias()
  const shown = useCampaign(alias)
  const router = useRouter()
  useEffect(() => {
    const href = campaignPath(alias)
    const { pathname, searchStr } = router.state.location
    if (pathname === `/campaigns/${alias}` && pathname !== href)
      void router.navigate({ href: href + searchStr, replace: true })
  }, [alias, router])
  if (!shown) return null
  return (
    <div className={`campaign ${shown.campaign.template}`}>
      <PageTitle>{shown.campaign.title}</PageTitle>
      <CampaignHead campaign={shown.campaign} onTurn={shown.refresh} />
      <CampaignBody key={alias} {...shown} />
    </div>
  )
}
