import './campaign.css'
import { CampaignPage } from '../features/campaigns/campaign-page.tsx'

export function Page() {
  return <CampaignPage />
}
