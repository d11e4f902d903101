import { linkWallet, prepareWalletLink } from '@platemark/api/campaign-operations'
import type { CampaignDetail } from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountField } from '../../../components/accounts/account-field.tsx'
import { useWrittenAccount } from '../../../components/accounts/use-written-account.ts'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { describeProblem } from '../describe-problem.ts'
import { SignatureStep } from './signature-step.tsx'

type LinkDialogProps = {
  campaign: CampaignDetail
  user: User
  onLinked: () => void
  onClose: () => void
}

/** Links a second wallet: both sign the same text, and count once from then on. */
export function LinkDialog({ campaign, user, onLinked, onClose }: LinkDialogProps) {
  const { alias } = campaign
  const [written, setWritten] = useState('')
  const found = useWrittenAccount(written, 'receive tokens')
  const isOwn = isSameAddress(found.account, user.address)
  const problem = isOwn ? 'This is the wallet you signed in with.' : found.problem
  const other = problem ? null : found.account
  const [own, setOwn] = useState<string | null>(null)
  const [others, setOthers] = useState<string | null>(null)
  const prepare = useMutation({
    networkMode: 'always',
    mutationFn: (address: `0x${string}`) =>
      call(prepareWalletLink, { params: { alias }, body: { address } }),
  })
  const link = useMutation({
    networkMode: 'always',
    mutationFn: (body: LinkBody) => call(linkWallet, { params: { alias }, body }),
    onSuccess: () => {
      toast('success', 'The wallets are linked.')
      onLinked()
      onClose()
    },
  })
  const prepared = prepare.data
  const startAnew = () => {
    setOwn(null)
    setOthers(null)
    link.reset()
    prepare.reset()
  }
  return (
    <Dialog title="Link another wallet" isOpen onClose={onClose} width={520}>
      <div className="stack">
        {!prepared || !other ? (
          <>
            <p className="muted">
              Both wallets sign one text, without a fee. From then on, both wallets count
              in your entry, and rewards go to {shortAddress(user.address)}. A link cannot
              be undone.
            </p>
            <AccountField
              label="Your other wallet"
              written={written}
              found={{ ...found, problem }}
              onWrite={setWritten}
            />
            {prepare.error && (
              <Notice kind="error" title={describeProblem(prepare.error).text} />
            )}
            <Button
              isWide
              isBusy={prepare.isPending}
              disabled={!other}
              onClick={() => other && prepare.mutate(other)}
            >
              Continue
            </Button>
          </>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard. */}
            <pre className="link-text" tabIndex={0} translate="no">
              {prepared.text}
            </pre>
            <SignatureStep
              title="The wallet you signed in with"
              address={user.address}
              text={prepared.text}
              signature={own}
              onSigned={setOwn}
            />
            <SignatureStep
              title="Your other wallet"
              address={other}
              text={prepared.text}
              signature={others}
              onSigned={setOthers}
            />
            {link.error && (
              <Notice
                kind="error"
                title={describeProblem(link.error).text}
                actions={
                  <Button look="quiet" onClick={startAnew}>
                    Start again
                  </Button>
                }
              />
            )}
            <Button
              isWide
              isBusy={link.isPending}
              disabled={!own || !others}
              onClick={() => {
                if (!own || !others) return
                const { nonce } = prepared
                link.mutate({
                  ...{ address: other, nonce, signature: own, other_signature: others },
                })
              }}
            >
              Link both wallets
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

type LinkBody = {
  address: `0x${string}`
  nonce: string
  signature: string
  other_signature: string
}
