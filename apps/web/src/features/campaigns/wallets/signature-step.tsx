import { shortAddress } from '@platemark/rules/amounts'
import { isDeclined, readWalletWords } from '@platemark/wallet/wallet-error'
import { limitProvider } from '@platemark/wallet/wallet-request'
import { useState } from 'react'
import { stringToHex } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { requireProvider, walletConfig } from '../../../lib/wagmi.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isSignature } from './is-signature.ts'

type SignatureStepProps = {
  title: string
  address: string
  text: string
  signature: string | null
  onSigned: (signature: string | null) => void
}

/** Signature of one wallet: asked of the connected wallet, or pasted from another one. */
export function SignatureStep(props: SignatureStepProps) {
  const { title, address, text, signature, onSigned } = props
  const wagmi = walletConfig(useAppConfig())
  const { wallet } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [pasted, setPasted] = useState('')
  const sign = async () => {
    if (!wallet) return openWalletDialog({ purpose: 'connect' })
    setBusy(true)
    setProblem(undefined)
    try {
      const provider = limitProvider(await requireProvider(wagmi, wallet.connector))
      const params = [stringToHex(text), address]
      const answer = await provider.request({ method: 'personal_sign', params })
      if (!isSignature(answer)) throw new Error('the wallet returned no signature')
      onSigned(answer)
    } catch (error) {
      setProblem(
        isDeclined(error)
          ? 'You declined. Nothing was signed.'
          : `${wallet.name} did not sign for ${shortAddress(address)}: ${readWalletWords(error) ?? 'no reason given'}.`,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="signature-step" aria-label={title}>
      <div className="between">
        <div>
          <b>{title}</b>{' '}
          <span className="muted small" title={address} translate="no">
            {shortAddress(address)}
          </span>
        </div>
        {signature ? (
          <span className="quest-done small">
            <Icon name="circle_check" size={16} /> Signed
          </span>
        ) : (
          <Button look="quiet" isBusy={isBusy} onClick={() => void sign()}>
            Sign<span className="hide"> with {shortAddress(address)}</span>
          </Button>
        )}
      </div>
      {!signature && (
        <TextField
          label={`Or paste its signature of this text (${shortAddress(address)})`}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={pasted}
          error={
            problem ??
            (pasted !== '' && !isSignature(pasted.trim())
              ? 'A signature begins with 0x and has digits 0-9 and a-f.'
              : undefined)
          }
          onChange={({ target: { value } }) => {
            setPasted(value)
            setProblem(undefined)
            if (isSignature(value.trim())) onSigned(value.trim())
          }}
        />
      )}
    </section>
  )
}
