import { shortAddress } from '@platemark/rules/amounts'
import { useState } from 'react'
import type { Hex } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import type { ChainTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { OwnWorks } from './own-works.tsx'
import { useManifestHash } from './use-manifest-hash.ts'
import { useOwnCall } from './use-own-call.ts'

/** Fixes art and metadata for good, once the works were looked at. */
export function FreezeChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Freeze art and metadata">
      {({ overview }) =>
        overview.isMetadataFrozen ? (
          <p className="small">
            {isNoHash(overview.manifestHash)
              ? 'The address of the files is permanently fixed.'
              : `The files are permanently fixed by hash ${shortAddress(overview.manifestHash)}.`}
          </p>
        ) : overview.isRevealed ? (
          <FreezeForm own={props.own} overview={overview} />
        ) : (
          <p className="small">
            The works are hidden. Reveal them before you freeze them.
          </p>
        )
      }
    </ChangeFrame>
  )
}

type FreezeFormProps = Pick<ChangeProps, 'own'> & { overview: ChainTerms['overview'] }

function FreezeForm({ own, overview }: FreezeFormProps) {
  const call = useOwnCall(own, 'freeze')
  const [hasLooked, setLooked] = useState(false)
  const [isSure, setSure] = useState(false)
  const manifest = useManifestHash(own, overview.manifestHash)
  const hash = manifest.data
  const obstacle = !hasLooked
    ? 'Look at the works first.'
    : !isSure
      ? 'Tick the box first.'
      : hash === undefined
        ? manifest.isError
          ? 'The hash of the works could not be read. Try again in a moment.'
          : 'The hash of the works is being read.'
        : undefined
  return (
    <>
      <p className="small">
        {hash === undefined || isNoHash(hash)
          ? 'The address that the files are read from is fixed. If it is not on IPFS, what it serves can still change.'
          : `The files are fixed by the hash of all pictures and metadata, ${shortAddress(hash)}. None can change unnoticed.`}{' '}
        This cannot be undone.
      </p>
      <ValueTable
        rows={[
          { term: 'Art and metadata', now: 'Not frozen', next: 'Permanently frozen' },
        ]}
      />
      <OwnWorks own={own} onLooked={() => setLooked(true)} />
      {hasLooked && (
        <label className="check">
          <input
            type="checkbox"
            checked={isSure}
            onChange={({ target }) => setSure(target.checked)}
          />
          I have looked at the works, and I want them fixed as they are.
        </label>
      )}
      <CallPanel call={call} />
      <CallButton
        call={call}
        look="danger"
        request={
          hash !== undefined && obstacle === undefined
            ? encodeChange(
                'freezeMetadata',
                [hash],
                'Freeze art and metadata',
                'Art and metadata frozen',
              )
            : null
        }
        obstacle={obstacle}
      >
        Freeze permanently
      </CallButton>
    </>
  )
}

function isNoHash(hash: Hex): boolean {
  return /^0x0+$/.test(hash)
}
