import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { FieldError } from '../../ui/field.tsx'
import { useNetwork } from '../app-config.ts'

/** Hint that an address is a contract, and whether a payment to it would succeed. */
export function ContractHint({ address, network }: { address: string; network: string }) {
  const found = useNetwork(network)
  const { data: kind } = useQuery({
    queryKey: ['payee kind', network, address.toLowerCase()],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { probeAccount } = await import('./probe-account.ts')
      // Safe: it was read as an address.
      return probeAccount(found?.rpc_urls ?? [], address as Address, signal)
    },
  })
  if (kind === undefined || kind === 'wallet') return null
  const symbol = found?.native_currency.symbol
  if (kind === 'refuses') {
    return (
      <FieldError>
        A contract on {found?.name} that refuses {symbol}: a trial payment failed. Its
        share would stay in the collection until it can be paid.
      </FieldError>
    )
  }
  return (
    <span className="hint">
      {kind === 'takes'
        ? `A contract on ${found?.name}. A trial payment of ${symbol} to it succeeds.`
        : `A contract on ${found?.name}. Check that it can receive ${symbol}. Wallet contracts such as a Safe can.`}
    </span>
  )
}
