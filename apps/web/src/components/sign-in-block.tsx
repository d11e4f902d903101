import type { ReactNode } from 'react'
import { openVerifyDialog, openWalletDialog } from '../lib/dialogs.ts'
import { useSession } from '../lib/session.ts'
import { EmptyBlock } from '../ui/block.tsx'
import { Button } from '../ui/button.tsx'

type SignInBlockProps = {
  title: string
  children: ReactNode
  /** `h1` on a page without a heading of its own. */
  level?: 'h1' | 'h2'
}

/** Asks a visitor to sign in; a connected wallet only needs to sign. */
export function SignInBlock({ title, children, level = 'h2' }: SignInBlockProps) {
  const isConnected = useSession().wallet !== null
  return (
    <div className="sign-in">
      <EmptyBlock
        level={level}
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
