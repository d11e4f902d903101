import type { Config, Connection, Connector } from 'wagmi'
import { connect, disconnect, reconnect, watchConnectors } from 'wagmi/actions'
import type { Wallet } from '../../../lib/session.ts'
import { NoAccountError } from '../failures.ts'

export async function connectWallet(
  wagmi: Config,
  connector: Connector,
): Promise<Wallet> {
  const known = wagmi.state.connections.get(connector.uid)
  if (known && wagmi.state.current === connector.uid) return toWallet(known)
  const { accounts, chainId } = await connect(wagmi, { connector })
  return toWallet({ accounts, chainId, connector })
}

export async function reconnectWallet(
  wagmi: Config,
  connector: Connector,
): Promise<Wallet | undefined> {
  try {
    const [connection] = await reconnect(wagmi, { connectors: [connector] })
    return connection && toWallet(connection)
  } catch {
    return undefined
  }
}

/**
 * Returns the connector of the last connection, waiting briefly for late announcements.
 */
export async function lastConnector(wagmi: Config): Promise<Connector | undefined> {
  const id = await wagmi.storage?.getItem('recentConnectorId')
  if (!id) return undefined
  const find = () => wagmi.connectors.find((one) => one.id === id)
  return find() ?? (await waitForConnector(wagmi, find))
}

function waitForConnector(
  wagmi: Config,
  find: () => Connector | undefined,
): Promise<Connector | undefined> {
  return new Promise((resolve) => {
    const finish = (connector: Connector | undefined) => {
      clearTimeout(timer)
      stop()
      resolve(connector)
    }
    const timer = setTimeout(() => finish(undefined), 1_000)
    const onChange = () => {
      const connector = find()
      if (connector) finish(connector)
    }
    const stop = watchConnectors(wagmi, { onChange })
  })
}

/** Disconnects one wallet, or all. A removed extension counts as disconnected. */
export async function disconnectWallet(wagmi: Config, id: string | null): Promise<void> {
  const connections = [...wagmi.state.connections.values()].filter(
    ({ connector }) => id === null || connector.id === id,
  )
  for (const { connector } of connections) {
    try {
      await disconnect(wagmi, { connector })
    } catch {
      // The extension was removed: only wagmi's record is left.
      wagmi.setState((state) => {
        const connections = new Map(state.connections)
        connections.delete(connector.uid)
        const [current = null] = connections.keys()
        return {
          ...state,
          connections,
          current,
          status: current ? 'connected' : 'disconnected',
        }
      })
    }
  }
}

export function watchConnection(
  wagmi: Config,
  changed: (before: Connection | undefined, after: Connection | undefined) => void,
): () => void {
  const current = () => {
    const { connections, current } = wagmi.state
    const connection = current ? connections.get(current) : undefined
    return connection && isLive(connection) ? connection : undefined
  }
  let before = current()
  return wagmi.subscribe(current, (after) => {
    const last = before
    before = after
    if (after !== last) changed(last, after)
  })
}

/**
 * Returns whether the connector has its functions; one restored from storage has its name
 * only.
 */
function isLive({ connector }: Connection): boolean {
  return typeof connector.getProvider === 'function'
}

export function toWallet({ accounts, chainId, connector }: Connection): Wallet {
  const [address] = accounts
  if (!address) throw new NoAccountError()
  const { id, name, icon } = connector
  return {
    address,
    chainId,
    connector: id,
    name,
    ...(icon && { icon }),
  }
}

export function requireConnector(wagmi: Config, wallet: Wallet): Connector {
  const found = wagmi.connectors.find(({ id }) => id === wallet.connector)
  if (!found) throw new Error(`wallet ${wallet.name} has no connector`)
  return found
}
