import type { CampaignDetail } from '@platemark/api/campaigns'
import { Icon } from '../../../ui/icon.tsx'
import { listBehind } from './list-behind.ts'

/** Networks whose events are counted late; nothing where all are up to date. */
export function BehindNote({ campaign }: { campaign: Pick<CampaignDetail, 'chains'> }) {
  const notes = listBehind(campaign.chains)
  if (notes.length === 0) return null
  return (
    <p className="behind-note" role="status">
      <Icon name="info" size={16} />
      {notes.join(' ')}
    </p>
  )
}
