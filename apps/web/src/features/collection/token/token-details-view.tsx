import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TokenArt } from './token-art.tsx'
import type { TitleProps } from './token-dialog.tsx'
import { EditionNumbers, OwnCopies } from './token-edition.tsx'
import { TokenFacts } from './token-facts.tsx'
import { TokenHistory } from './token-history.tsx'
import { TokenHolders } from './token-holders.tsx'
import { BurnNotice, flame, RevealNotice } from './token-notices.tsx'
import { TokenActions, TokenOwner } from './token-owner.tsx'
import { TokenSteps } from './token-steps.tsx'
import { TokenTraits } from './token-traits.tsx'

type TokenDetailsViewProps = {
  collection: Collection
  network: Network
  token: TokenDetails
  title: TitleProps
}

/** Details of one token, in the order of a phone's screen. */
export function TokenDetailsView(props: TokenDetailsViewProps) {
  const { collection, token } = props
  const [tries, setTries] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const tryAgain = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return (
    <>
      <TokenArt
        key={tries}
        token={token}
        hasFailed={hasFailed}
        onFail={() => setFailed(true)}
      />
      <TokenSteps collection={collection} token={token} />
      <div className="token-body">
        <div className="token-scroll">
          <TokenHead {...props} />
          {hasFailed && <StandInNotice token={token} onTryAgain={tryAgain} />}
          <TokenRest {...props} />
          <TokenFacts {...props} />
        </div>
      </div>
    </>
  )
}

/** Name and owner of a token. */
function TokenHead({ collection, network, token, title }: TokenDetailsViewProps) {
  const isEdition = collection.kind === 'edition'
  const acts = <TokenActions token={token} network={network} />
  return (
    <>
      <div>
        <h2 {...title}>{token.name}</h2>
        {token.burned_at && (
          <p className="token-tag">
            <Tag>
              <Drawing path={flame} size={14} />
              Burned
            </Tag>
          </p>
        )}
        {isEdition && <OwnCopies collection={collection} />}
      </div>
      {token.owner_account ? (
        <TokenOwner collection={collection} token={token} owner={token.owner_account}>
          {acts}
        </TokenOwner>
      ) : (
        <div className="token-owner">{acts}</div>
      )}
      {isEdition && <EditionNumbers token={token} />}
    </>
  )
}

/** Text of its own, facts, traits and history of a token. */
function TokenRest({ collection, network, token }: TokenDetailsViewProps) {
  return (
    <>
      {token.description && token.description !== collection.description && (
        <p className="token-text">{token.description}</p>
      )}
      <BurnNotice token={token} />
      <RevealNotice collection={collection} token={token} network={network} />
      <TokenTraits token={token} />
      {collection.kind === 'edition' && (
        <TokenHolders collection={collection} token={token} />
      )}
      <TokenHistory collection={collection} network={network} token={token} />
    </>
  )
}

type StandInNoticeProps = { token: TokenDetails; onTryAgain: () => void }

function StandInNotice({ token, onTryAgain }: StandInNoticeProps) {
  return (
    <Notice
      kind="warning"
      actions={
        <Button look="quiet" onClick={onTryAgain}>
          Try again
        </Button>
      }
    >
      The picture of #{token.token_id} did not load. This is a placeholder.
    </Notice>
  )
}
