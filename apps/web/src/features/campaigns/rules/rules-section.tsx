import type { CampaignDetail } from '@platemark/api/campaigns'
import { useId } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { describeRules } from './campaign-rules.ts'

/** The rules of a campaign in sentences, with the text of its operator. */
export function RulesSection({ campaign }: { campaign: CampaignDetail }) {
  const headingId = useId()
  const { product_name } = useAppConfig()
  const paragraphs = campaign.body.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <h2 id={headingId}>Rules in plain words</h2>
      <ul className="campaign-rules">
        {describeRules(campaign, product_name).map((sentence) => (
          <li key={sentence}>
            <Icon name="check" size={16} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {paragraphs.map((text) => (
        <p key={text} className="campaign-text">
          {text}
        </p>
      ))}
      {campaign.terms_url && (
        <p>
          <ExternalLink className="link" href={campaign.terms_url}>
            Terms of this campaign
          </ExternalLink>
        </p>
      )}
    </section>
  )
}
