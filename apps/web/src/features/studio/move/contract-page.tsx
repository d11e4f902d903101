import { stringToHex } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { encodeChange } from '../changes/encode-change.ts'
import { useOwnCall } from '../changes/use-own-call.ts'
import type { MoveProps } from './move-props.ts'
import { isOnIpfs } from './move-terms.ts'

/**
 * Keeps the description of the collection itself on this site while its metadata is elsewhere:
 * it names the published lists, which change, and the CAR file has none.
 */
export function ContractPage({ own, overview }: MoveProps) {
  const transaction = useOwnCall(own, 'description')
  const { public_url } = useAppConfig()
  const uri = `${public_url}/metadata/${own.collection.chain_alias}/{address}/contract`
  const isMissing = overview.contractUri === '' || isOnIpfs(overview.contractUri)
  if (!isMissing && !transaction.shown.mined) return null
  return (
    <div className="change-part">
      <h4>Description of the collection</h4>
      <p className="small">
        {isMissing
          ? 'Marketplaces read the name, picture and lists of the collection from a separate address, which moved with the metadata. Keep it on this site with a second transaction.'
          : 'Marketplaces read it from this site.'}
      </p>
      <CallPanel call={transaction} />
      {isMissing && (
        <CallButton
          call={transaction}
          look="quiet"
          request={encodeChange(
            'setContractUri',
            [stringToHex(uri)],
            'Keep the description here',
            'Description kept here',
          )}
        >
          Keep it on this site
        </CallButton>
      )}
    </div>
  )
}
