import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { shortAddress } from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { useNetworkNames } from '../../../components/app-config.ts'
import { PagePreview } from '../../../components/editing/page-preview.tsx'
import { type Coin, priceLine } from '../step-facts.ts'

export type PreviewProps = {
  draft: Draft
  fields: Draft['fields']
  user: User
  coin: Coin
  picture: ReactNode
}

/** The page of a draft in small. */
export function DraftPagePreview({ draft, fields, user, coin, picture }: PreviewProps) {
  const nameNetwork = useNetworkNames()
  return (
    <PagePreview
      coverUrl={draft.cover?.medium_url}
      picture={picture}
      network={nameNetwork(fields.chain_alias)}
      name={fields.name || 'Untitled collection'}
      creator={user.username ?? shortAddress(user.address)}
      description={fields.description}
      price={priceLine(fields, coin)}
    />
  )
}
