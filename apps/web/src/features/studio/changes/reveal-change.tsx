import type { CallRequest } from '@platemark/mint/call-context'
import { MAX_REVEAL_FILE_CHARACTERS } from '@platemark/rules/reveal-file'
import { useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { RevealRefusedError } from '../../../components/reveal/derive-secret.ts'
import { openNetworkDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { requireProvider, walletConfig } from '../../../lib/wagmi.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { useRefreshOwn } from '../page/own-queries.ts'
import { ChangeFrame } from './change-frame.tsx'
import { explainReveal, prepareByFile, prepareByWallet } from './prepare-reveal.ts'
import { useOwnCall } from './use-own-call.ts'

/** Reveals a hidden set with its reveal file, or with the secret that the wallet derives again. */
export function RevealChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Reveal">
      {({ overview }) =>
        overview.isRevealed && overview.manifestHash === NO_HASH ? (
          <p className="small">Nothing is hidden in this collection.</p>
        ) : (
          <RevealForm own={props.own} isRevealed={overview.isRevealed} />
        )
      }
    </ChangeFrame>
  )
}

const NO_HASH = `0x${'0'.repeat(64)}`

type RevealFormProps = Pick<ChangeProps, 'own'> & { isRevealed: boolean }

function RevealForm({ own, isRevealed }: RevealFormProps) {
  const reveal = usePreparedReveal(own)
  const call = useOwnCall(own, 'reveal')
  const { request, source, isShown, isBusy, problem } = reveal
  return (
    <>
      <p className="small">
        {isRevealed
          ? 'The works are revealed on the chain. If their pictures are missing here, choose the reveal file again.'
          : 'Every item gets its work, in the order that was fixed before the first mint. This cannot be undone. Once the file is checked, this site knows the order too, so sign soon after.'}
      </p>
      <div className="row wrap">
        <FileButton
          look="quiet"
          label="Reveal file"
          accept=".json,application/json"
          isBusy={isBusy}
          onChoose={reveal.choose}
        >
          Choose the reveal file
        </FileButton>
        <Button look="quiet" isBusy={isBusy} onClick={reveal.derive}>
          Derive it with my wallet
        </Button>
      </div>
      {problem && (
        <p className="small danger-text" role="alert">
          {problem}
        </p>
      )}
      {isShown && (
        <Notice kind="success" title="Already revealed on the chain">
          The works are shown here now. There is nothing to sign.
        </Notice>
      )}
      {request && !call.shown.mined && (
        <Notice kind="success" title={`${source} fits`}>
          {source}, works and commitment on the chain agree.
        </Notice>
      )}
      <CallPanel call={call} />
      {!isRevealed && (
        <CallButton
          call={call}
          request={request ?? null}
          obstacle={
            request
              ? undefined
              : 'Choose the reveal file, or derive its secret with your wallet.'
          }
        >
          Reveal
        </CallButton>
      )}
    </>
  )
}

/** Prepares the transaction of a reveal on the server. */
function usePreparedReveal(own: ChangeProps['own']) {
  const id = own.draft.contract_id
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const refresh = useRefreshOwn(own)
  const [request, setRequest] = useState<CallRequest>()
  const [source, setSource] = useState('')
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (from: string, prepare: () => Promise<CallRequest | null>) => {
    setBusy(true)
    setSource(from)
    setProblem(undefined)
    setRequest(undefined)
    try {
      const prepared = await prepare()
      setRequest(prepared ?? undefined)
      setShown(prepared === null)
      if (!prepared) await refresh()
    } catch (error) {
      setProblem(explainReveal(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ request, source, isShown, isBusy, problem },
    choose: (file: File) =>
      void run('The file', async () => {
        if (file.size > MAX_REVEAL_FILE_CHARACTERS)
          throw new RevealRefusedError(
            `${file.name} is too large to be a reveal file. Choose the file that you downloaded.`,
          )
        return prepareByFile(id, await file.text())
      }),
    derive() {
      if (!wallet) return openWalletDialog({ purpose: 'connect' })
      const { id: chainId } = own.network
      // Wallets sign typed data of their present network only.
      if (wallet.chainId !== chainId)
        return openNetworkDialog({ chainId, subject: `${own.collection.name} is on` })
      return void run('The secret', async () => {
        const provider = await requireProvider(wagmi, wallet.connector)
        return prepareByWallet(id, { provider, address: wallet.address })
      })
    },
  }
}
