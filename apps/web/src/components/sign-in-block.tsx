import type { ReactNode } from 'react'
import { openVerifyDialog, openWalletDialog } from '../lib/dialogs.ts'
import { useSession } from '../lib/session.ts'
import { EmptyBlock } from '../ui/block.tsx'
import { Button } from '../ui/button.tsx'

/** Asks a visitor to sign in; a connected wallet only needs to sign. */
export function SignInBlock({ title, children }: { title: string; children: ReactNode }) {
  const isConnected = useSession().wallet !== null
  return (
    <div className="sign-in">
      <EmptyBlock
        level="h2"
        title={title}
        actions={
          isConnected ? (
            <Button onClick={openVerifyDialog}>Sign in</Button>
          ) : (
            <Button onClick={() => openWalletDialog()}>Connect Wallet</Button>
          )
        }
      >
        {children}
      </EmptyBlock>
    </div>
  )
}
