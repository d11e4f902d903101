import './move.css'
import { useState } from 'react'
import { zeroHash } from 'viem'
import type { ChainTerms } from '../changes/chain-terms.ts'
import { ChangeFrame } from '../changes/change-frame.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { ContractPage } from './contract-page.tsx'
import { MoveForm } from './move-form.tsx'
import type { MoveProps } from './move-props.ts'
import { isOnIpfs } from './move-terms.ts'

/** Moves the metadata to IPFS or back to this site, once its files were looked at there. */
export function MoveChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Move art and metadata to IPFS or back">
      {({ overview }) => <Move own={props.own} overview={overview} />}
    </ChangeFrame>
  )
}

function Move({ own, overview }: MoveProps) {
  // A result stays in place after the contract has the new address.
  const [to] = useState(isOnIpfs(overview.baseUri) ? 'site' : 'ipfs')
  const obstacle = findObstacle(overview)
  return (
    <>
      {obstacle ? (
        <p className="small">{obstacle}</p>
      ) : (
        <MoveForm own={own} overview={overview} to={to === 'site' ? 'site' : 'ipfs'} />
      )}
      <ContractPage own={own} overview={overview} />
    </>
  )
}

/** Returns why the contract takes no other address. */
function findObstacle(overview: ChainTerms['overview']): string | undefined {
  const { isRevealed, isMetadataFrozen, manifestHash, baseUri } = overview
  if (!isRevealed)
    return 'The works are hidden. Reveal them first. Then their files can move.'
  if (!isMetadataFrozen) return undefined
  if (isOnIpfs(baseUri))
    return 'Frozen on IPFS. The address of the files is permanently fixed.'
  if (manifestHash === zeroHash)
    return 'Frozen: the address of the files is permanently fixed.'
  return undefined
}
