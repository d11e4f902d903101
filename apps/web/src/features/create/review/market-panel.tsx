import type { Draft } from '@platemark/api/studio'
import { shortAddress } from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { DraftPicture } from '../frame/draft-picture.tsx'
import type { DeployableNetwork } from './deployment-props.ts'

type MarketPanelProps = {
  draft: Draft
  network: DeployableNetwork
  /** Address of the contract, once it is known. */
  address: string | null
}

/** The metadata of collection and first token, as marketplaces read them. */
export function MarketPanel({ draft, network, address }: MarketPanelProps) {
  const { fields } = useDraftEditor()
  const { public_url } = useAppConfig()
  const { name, symbol, kind, description, links, royalty_bps } = fields
  const folder = `${public_url}/metadata/${network.alias}/${address ?? '{address}'}`
  return (
    <section className="card panel" aria-labelledby="review-markets">
      <h2 className="h3" id="review-markets">
        What marketplaces read
      </h2>
      <div className="market">
        <div className="mat">
          <DraftPicture draft={draft} sizes="140px" />
        </div>
        <dl className="facts small">
          <Fact term="Collection">
            {name}, {symbol}
          </Fact>
          <Fact term="First item">{kind === 'edition' ? name : `${name} #1`}</Fact>
          <Fact term="Description">{description ? firstLine(description) : 'None'}</Fact>
          {links.website && <Fact term="Website">{links.website}</Fact>}
          <Fact term="Royalty">
            {royalty_bps === 0
              ? 'None'
              : `${royalty_bps / 100}%, which not every marketplace pays`}
          </Fact>
          <Fact term="Collection data">
            <Url text={`${folder}/contract`} address={address} />
          </Fact>
          <Fact term="Item data">
            <Url text={`${folder}/1`} address={address} />
          </Fact>
        </dl>
      </div>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** URL of metadata with the contract's address shortened. */
function Url({ text, address }: { text: string; address: string | null }) {
  return (
    <code title={text} translate="no">
      {address ? text.replace(address, shortAddress(address)) : text}
    </code>
  )
}

const MAX_SHOWN = 120

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  const characters = [...line]
  if (characters.length <= MAX_SHOWN) return line
  return `${characters.slice(0, MAX_SHOWN).join('')}…`
}
