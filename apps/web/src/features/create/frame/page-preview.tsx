import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { shortAddress } from '@platemark/rules/amounts'
import { useNetworkNames } from '../../../components/app-config.ts'
import { type Coin, priceLine } from '../step-facts.ts'
import { DraftPicture } from './draft-picture.tsx'

export type PreviewProps = {
  draft: Draft
  fields: Draft['fields']
  user: User
  coin: Coin
}

/** The page of a draft in small: cover, picture, texts and the mint button. */
export function PagePreview({ draft, fields, user, coin }: PreviewProps) {
  const nameNetwork = useNetworkNames()
  return (
    <article className="preview-page">
      {draft.cover && <img className="cover" src={draft.cover.medium_url} alt="" />}
      <div className="mat">
        <DraftPicture draft={draft} sizes="300px" />
      </div>
      <p className="muted small">{nameNetwork(fields.chain_alias)}</p>
      <p className="title">{fields.name || 'Untitled collection'}</p>
      <p className="small">by {user.username ?? shortAddress(user.address)}</p>
      {fields.description && <p className="small text">{fields.description}</p>}
      <p className="preview-mint">
        <span>{priceLine(fields, coin)}</span>
        <span className="button" aria-hidden="true">
          Mint
        </span>
      </p>
    </article>
  )
}
