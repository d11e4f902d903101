import type { ReactNode } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { openVerifyDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { FactRow } from './fact-row.tsx'

/** Explains creating to visitors; `isWaiting` while a session is being restored. */
export function VisitorIntro({ isWaiting }: { isWaiting: boolean }) {
  const { product_name } = useAppConfig()
  return (
    <div className="create-intro" aria-busy={isWaiting || undefined}>
      <h1>Create a collection</h1>
      <p className="lead">
        Add your work, set a price and a date, and publish with one transaction. Your
        draft is saved as you go.
      </p>
      <Start isWaiting={isWaiting} />
      <section aria-labelledby="create-kinds">
        <h2 id="create-kinds">Three kinds</h2>
        <div className="three">
          <Fact title="Drop">
            A fixed number of items, each on its own.{' '}
            <span className="nowrap">ERC-721.</span>
          </Fact>
          <Fact title="Open edition">
            As many as are minted until it ends. <span className="nowrap">ERC-721.</span>
          </Fact>
          <Fact title="Edition">
            Copies of one work. <span className="nowrap">ERC-1155.</span>
          </Fact>
        </div>
      </section>
      <section aria-labelledby="create-costs">
        <h2 id="create-costs">What it costs</h2>
        <dl className="facts">
          <FactRow term={`Creating on ${product_name}`}>Free</FactRow>
          <FactRow term="Network fee">
            One transaction, paid to the network. You see the estimate before you sign.
          </FactRow>
          <FactRow term="Your price">
            Yours, 100%. You and up to 15 other payees withdraw it at any time.
          </FactRow>
          <FactRow term="Mint fee">
            Paid by collectors on top of the price and fixed when the collection is
            created.{' '}
            <Link className="link" href="/about#fees">
              Who gets it
            </Link>
          </FactRow>
        </dl>
      </section>
      <section aria-labelledby="create-for-ever">
        <h2 id="create-for-ever">What cannot be changed later</h2>
        <ul className="plain-list">
          <li>Network, name and symbol</li>
          <li>Kind, and whether items can be transferred</li>
          <li>The highest royalty you may ever ask for</li>
          <li>The supply can be lowered, never raised</li>
        </ul>
        <p className="muted">
          Pictures, texts, links, prices, phases and lists can be changed within the terms
          you choose. The last step shows everything once more before you sign.
        </p>
      </section>
    </div>
  )
}

/** The way in: a connected wallet only needs to sign. */
function Start({ isWaiting }: { isWaiting: boolean }) {
  const isConnected = useSession().wallet !== null
  const isHydrated = useHydrated()
  return (
    <div className="card create-start">
      <p>
        <b>Connect a wallet to start.</b>{' '}
        <span className="muted">
          It owns the collection and the draft. Signing in is free and sends no
          transaction.
        </span>
      </p>
      {isConnected && !isWaiting ? (
        <Button onClick={openVerifyDialog}>Sign in</Button>
      ) : (
        <Button isBusy={isHydrated && isWaiting} onClick={() => openWalletDialog()}>
          Connect Wallet
        </Button>
      )}
    </div>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card create-fact">
      <h3>{title}</h3>
      <p className="muted small">{children}</p>
    </div>
  )
}
