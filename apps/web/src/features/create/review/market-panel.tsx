import type { Draft } from '@platemark/api/studio'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../../../components/app-config.ts'
import {
  collectionPlateUrl,
  PlatePicture,
  plateUrl,
} from '../../../components/plate-picture.tsx'
import { worksQuery } from '../art/set/set-queries.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { FactRow } from '../fact-row.tsx'
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
  const first = useFirstWork(draft, fields)
  const plate = address
    ? collectionPlateUrl({ chain_alias: network.alias, contract_address: address })
    : undefined
  const folder = `${public_url}/metadata/${network.alias}/${address ?? '{address}'}`
  return (
    <section className="card panel" aria-labelledby="review-markets">
      <h2 className="h3" id="review-markets">
        What marketplaces read
      </h2>
      <div className="market">
        <div className="mat">
          {first?.image ? (
            <PlatePicture
              key={first.image.url}
              picture={first.image}
              alt=""
              sizes="140px"
              fallback={plateUrl(draft.contract_id)}
            />
          ) : (
            <DraftPicture draft={draft} sizes="140px" contractPlate={plate} />
          )}
        </div>
        <dl className="facts small">
          <FactRow term="Collection">
            {[name, symbol].filter(Boolean).join(', ') || 'No name yet'}
          </FactRow>
          <FactRow term="First item">
            {first?.name ?? (kind === 'edition' ? name : `${name} #1`)}
          </FactRow>
          <FactRow term="Description">
            {description ? firstLine(description) : 'None'}
          </FactRow>
          {links.website && <FactRow term="Website">{links.website}</FactRow>}
          <FactRow term="Royalty">
            {royalty_bps === 0
              ? 'None'
              : `${royalty_bps / 100}%, which not every marketplace pays`}
          </FactRow>
          <FactRow term="Collection data">
            <Url text={`${folder}/contract`} address={address} />
          </FactRow>
          <FactRow term="Item data">
            <Url text={`${folder}/1`} address={address} />
          </FactRow>
        </dl>
      </div>
    </section>
  )
}

/** Reads the work that the first token shows; undefined for one image, and while it is hidden. */
function useFirstWork({ contract_id, set }: Draft, { art, shown }: Draft['fields']) {
  const hasWork = art === 'set' && shown !== 'at_reveal' && (set?.works ?? 0) > 0
  const { data } = useQuery({ ...worksQuery(contract_id, 1), enabled: hasWork })
  return hasWork ? data?.data[0] : undefined
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
