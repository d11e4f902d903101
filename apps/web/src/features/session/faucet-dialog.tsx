import type { AppConfig, Network } from '@platemark/api/config'
import { fundFromFaucet } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import { formatAmount, shortAddress } from '@platemark/rules/amounts'
import { findChain } from '@platemark/wallet/find-chain'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseUnits } from 'viem'
import { Amount } from '../../components/amount.tsx'
import { call } from '../../lib/api.ts'
import { useSession, type Wallet } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.ts'
import { balanceQuery } from './balance.ts'

type FaucetDialogProps = {
  config: AppConfig
  chainId: number | undefined
  onClose: () => void
}

/** Dialog for test funds of a demo network. */
export function FaucetDialog({ config, chainId, onClose }: FaucetDialogProps) {
  const networks = config.networks.filter(({ is_demo }) => is_demo)
  const { wallet } = useSession()
  const wanted = chainId ?? wallet?.chainId
  const start = findChain(networks, wanted) ?? networks[0]
  const [chosen, setChosen] = useState(start)
  if (!chosen || !wallet) return null
  const choose = (alias: string) =>
    setChosen(networks.find((network) => network.alias === alias))
  return (
    <Dialog title="Get test funds" isOpen onClose={onClose}>
      {networks.length > 1 && (
        <div className="choice">
          <Segmented
            label="Network"
            segments={networks.map(({ alias, name }) => ({ value: alias, label: name }))}
            value={chosen.alias}
            onChange={choose}
          />
        </div>
      )}
      <Faucet
        key={chosen.id}
        config={config}
        network={chosen}
        address={wallet.address}
        onClose={onClose}
      />
    </Dialog>
  )
}

type FaucetProps = {
  config: AppConfig
  network: Network
  address: Wallet['address']
  onClose: () => void
}

function Faucet({ config, network, address, onClose }: FaucetProps) {
  const queries = useQueryClient()
  const { symbol, decimals } = network.native_currency
  const amount = (wei: string) => formatAmount(BigInt(wei), { decimals, symbol })
  const balance = useQuery(balanceQuery(config, network, address))
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      call(fundFromFaucet, { params: { chain_alias: network.alias }, body: { address } }),
    onSuccess: ({ balance_wei, received_wei }) => {
      void queries.invalidateQueries({
        queryKey: balanceQuery(config, network, address).queryKey,
      })
      // The balance shown may have been an older one.
      if (BigInt(received_wei) === 0n) return
      toast('success', `Test funds arrived on ${network.name}.`, {
        text: `You now have ${amount(balance_wei)} there.`,
      })
      onClose()
    },
    onError: (problem) => {
      if (!isTooSoon(problem)) return
      const seconds = problem.retryAfter
      toast('warning', 'You had test funds a moment ago.', {
        text: `You can take more ${seconds ? `in ${seconds} seconds` : 'shortly'}.`,
      })
      reset()
    },
  })
  const full = parseUnits(String(config.faucet_coins ?? 0), decimals).toString()
  const isFull = balance.data !== undefined && BigInt(balance.data) >= BigInt(full)
  if (error && !isTooSoon(error)) {
    return (
      <>
        <Notice kind="error" title="No test funds were sent.">
          {network.name} did not answer. Is <code>npm start</code> still running?
        </Notice>
        <Choices no="Close" yes="Try again" {...{ isPending, onClose }} onYes={mutate} />
      </>
    )
  }
  return (
    <>
      {!isFull && (
        <p className="dialog-text">
          They arrive within a second and work on {network.name} only.
        </p>
      )}
      <dl className="key-values box">
        <dt>To</dt>
        <dd>{shortAddress(address)}</dd>
        <dt>Network</dt>
        <dd>{network.name}, demo network</dd>
        <dt>You have</dt>
        <dd>
          {balance.data ? (
            <Amount
              wei={BigInt(balance.data)}
              coin={network.native_currency}
              rounding="down"
            />
          ) : (
            '…'
          )}
        </dd>
      </dl>
      {isFull && (
        <Notice kind="info" title={`You have the maximum, ${amount(full)}.`}>
          You can get more once you have spent some.
        </Notice>
      )}
      {isFull ? (
        <Button look="quiet" isWide onClick={onClose}>
          Close
        </Button>
      ) : (
        <Choices
          no="Not now"
          yes={`Get test ${symbol}`}
          {...{ isPending, onClose }}
          onYes={mutate}
        />
      )}
    </>
  )
}

type ChoicesProps = {
  no: string
  yes: string
  isPending: boolean
  onClose: () => void
  onYes: () => void
}

function Choices({ no, yes, isPending, onClose, onYes }: ChoicesProps) {
  return (
    <div className="split">
      <Button look="quiet" onClick={onClose}>
        {no}
      </Button>
      <Button isBusy={isPending} onClick={() => onYes()}>
        {yes}
      </Button>
    </div>
  )
}

function isTooSoon(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'too_many_requests'
}
