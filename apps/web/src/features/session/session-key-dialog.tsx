import type { AppConfig } from '@platemark/api/config'
import { findChain } from '@platemark/wallet/find-chain'
import { prepareCreateSession } from '@platemark/wallet/session-keys/create-session'
import { useMemo, useState } from 'react'
import { SessionTermList } from '../../components/session-keys/session-terms.tsx'
import type { DialogRequest } from '../../lib/dialogs.ts'
import { useSession, type Wallet } from '../../lib/session.ts'
import {
  createProposedSession,
  type ProposedSession,
  proposeMintSession,
} from '../../lib/session-keys/create-mint-session.ts'
import { openSessionAccount } from '../../lib/session-keys/session-account.ts'
import { describeSessionKeyFailure } from '../../lib/session-keys/session-key-failures.ts'
import { describeSessionTerms } from '../../lib/session-keys/session-key-messages.ts'
import { useClosingSignal } from '../../lib/session-keys/use-closing-signal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stepper } from '../../ui/stepper.tsx'

type Request = Extract<DialogRequest, { name: 'session-key' }>
type SessionKeyDialogProps = { config: AppConfig; request: Request; onClose: () => void }

/** Dialog that creates a session key: its limits are chosen, then shown before they are signed. */
export function SessionKeyDialog({ config, request, onClose }: SessionKeyDialogProps) {
  const { wallet } = useSession()
  if (!wallet) return null
  return (
    <Dialog title="Mint without a prompt" isOpen onClose={onClose}>
      <Steps {...{ config, request, wallet, onClose }} />
    </Dialog>
  )
}

type Phase = 'choosing' | 'checking' | 'review' | 'signing' | 'active' | 'unconfirmed'
type Prepared = ProposedSession & {
  call: Awaited<ReturnType<typeof prepareCreateSession>>
}
type StepsProps = SessionKeyDialogProps & { wallet: Wallet }

function Steps({ config, request, wallet, onClose }: StepsProps) {
  const account = useMemo(() => openSessionAccount(config, wallet), [config, wallet])
  const [phase, setPhase] = useState<Phase>('choosing')
  const [tokens, setTokens] = useState(5)
  const [hours, setHours] = useState('24')
  const [prepared, setPrepared] = useState<Prepared>()
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const closingSignal = useClosingSignal()
  const run = async (
    [during, after]: [Phase, Phase],
    work: () => Promise<unknown>,
    back: Phase,
  ) => {
    setFailure(undefined)
    setPhase(during)
    try {
      setPhase((await work()) === false ? 'unconfirmed' : after)
    } catch (error) {
      setFailure(describeSessionKeyFailure(error, wallet.name))
      setPhase(back)
    }
  }
  const check = () =>
    run(
      ['checking', 'review'],
      async () => {
        const { contract, unitWei, feeWei } = request
        const limits = { contract, unitWei, feeWei, tokens, hours: Number(hours) }
        const proposed = await proposeMintSession(account, limits)
        const call = await prepareCreateSession(account, proposed.spec)
        setPrepared({ ...proposed, call })
      },
      'choosing',
    )
  const sign = (session: Prepared) =>
    run(
      ['signing', 'active'],
      () => createProposedSession(account, session, closingSignal()),
      'review',
    )
  const notice = failure && (
    <Notice kind="error" title={failure.title}>
      {failure.text}
    </Notice>
  )
  if (phase === 'active' || phase === 'unconfirmed')
    return <Outcome isActive={phase === 'active'} onClose={onClose} />
  if (prepared && (phase === 'review' || phase === 'signing')) {
    const network = findChain(config.networks, request.chainId)
    const terms = describeSessionTerms(
      {
        spec: prepared.spec,
        account: account.address,
        coin: network?.native_currency ?? account.chain.nativeCurrency,
        nameOf: () => request.collection,
      },
      Math.floor(Date.now() / 1000),
    )
    return (
      <>
        <p className="dialog-text">
          {`A key of this browser may then do this for your account, and nothing else:`}
        </p>
        <SessionTermList {...terms} />
        <p className="dialog-text small muted">
          It cannot move or sell what you own. You can end it in your settings. Creating
          it costs one network fee.
        </p>
        {notice}
        <Button isWide isBusy={phase === 'signing'} onClick={() => sign(prepared)}>
          {phase === 'signing' ? `Confirm in ${wallet.name}` : `Sign in ${wallet.name}`}
        </Button>
        <Button
          look="plain"
          isWide
          className="cancel"
          onClick={() => (phase === 'signing' ? onClose() : setPhase('choosing'))}
        >
          {phase === 'signing' ? 'Close' : 'Change limits'}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="dialog-text">
        {`A session key mints from ${request.collection} for you: ${wallet.name} asks once now, and not for each mint. Choose its limits.`}
      </p>
      <div className="session-limit">
        <b>Items in total</b>
        <Stepper label="Items in total" value={tokens} max={20} onChange={setTokens} />
      </div>
      <div className="session-limit">
        <b>Ends after</b>
        <Segmented
          label="Ends after"
          isSmall
          value={hours}
          segments={[
            { value: '1', label: '1 hour' },
            { value: '24', label: '1 day' },
            { value: '168', label: '7 days' },
          ]}
          onChange={setHours}
        />
      </div>
      {notice}
      <Button isWide isBusy={phase === 'checking'} onClick={check}>
        Continue
      </Button>
      <Button look="plain" isWide className="cancel" onClick={onClose}>
        Not now
      </Button>
    </>
  )
}

function Outcome({ isActive, onClose }: { isActive: boolean; onClose: () => void }) {
  return (
    <>
      {isActive ? (
        <Notice kind="success" title="The session key is active.">
          Mints of this collection need no prompt now, within its limits. Your wallet is
          asked for everything else.
        </Notice>
      ) : (
        <Notice kind="info" title="The network has not confirmed it yet.">
          It is used once it is active. Your settings show its state.
        </Notice>
      )}
      <Button isWide onClick={onClose}>
        Done
      </Button>
    </>
  )
}
