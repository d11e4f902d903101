import { campaignPath } from '@platemark/api/campaign-path'
import type { CampaignDetail } from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import { useId } from 'react'
import { shareLink } from '../../../components/share-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

type ShareCardProps = {
  campaign: CampaignDetail
  user: User
  /** Final stamps; another number is another picture. */
  stamped: number
}

/** Share image of one's card, with its link and download. */
export function ShareCard({ campaign, user, stamped }: ShareCardProps) {
  const headingId = useId()
  const { alias, title, quests } = campaign
  const image = `/og/card/${alias}/${user.address}.png?stamps=${stamped}`
  const path = `${campaignPath(alias)}?card=${user.address}`
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <h2 id={headingId}>Share your card</h2>
      <div className="card-share">
        <div className="mat">
          <img
            src={image}
            width={1200}
            height={630}
            alt={`Share image: ${stamped} of ${quests.length} stamps`}
            loading="lazy"
            decoding="async"
          />
        </div>
        <div className="stack">
          <p className="muted">
            PNG, 1200 by 630. It shows your name and your final stamps, and is drawn again
            after each stamp.
          </p>
          <div className="row">
            <Button
              onClick={() =>
                void shareLink({ title, url: new URL(path, location.origin).href })
              }
            >
              <Icon name="share" /> Share link
            </Button>
            <a className="button quiet" href={image} download={`${alias}.png`}>
              Download
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}
