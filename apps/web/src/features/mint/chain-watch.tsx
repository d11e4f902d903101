import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { chainReadMessages } from '@platemark/rules/wallet-messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '../../components/app-config.ts'
import { collectionOnChainQuery, ListsMissingError } from './collection-on-chain.ts'
import type { ChainRead } from './collection-overlay.ts'

type ChainWatchProps = {
  collection: Collection
  network: Network
  account: Address | null
  /** Called with each new chain read, and with null on unmount. */
  onRead: (read: ChainRead | null) => void
}

/** Polls the collection from the chain while the API is down, and shows a note. */
export function ChainWatch({ collection, network, account, onRead }: ChainWatchProps) {
  const { lists_url } = useAppConfig()
  const { data, error } = useQuery(
    collectionOnChainQuery({ collection, network, account, listsUrl: lists_url }),
  )
  useEffect(() => {
    if (data) onRead({ ...data, account, unavailable: null })
    if (error) {
      const unavailable = error instanceof ListsMissingError ? 'lists' : 'network'
      onRead({ account, collection: null, wallet: null, unavailable })
    }
  }, [data, error, account, onRead])
  useEffect(() => () => onRead(null), [onRead])
  return (
    <p className="tiny muted chain-note" role="status">
      {chainReadMessages(network.name)}
    </p>
  )
}
