import './campaigns.css'
import { CampaignsPage } from '../features/campaigns/list/campaigns-page.tsx'

export function Page() {
  return <CampaignsPage />
}
