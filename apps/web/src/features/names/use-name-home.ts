import type { NameSettings, Network } from '@platemark/api/config'
import { useAppConfig } from '../../components/app-config.ts'

export type NameHome = NameSettings & {
  /** The network that the registry is on. */
  network: Network
}

/** Returns the settings of names with their home network; null where there are none. */
export function useNameHome(): NameHome | null {
  const { names, networks } = useAppConfig()
  const network = networks.find(({ alias }) => alias === names?.chain)
  return names && network ? { ...names, network } : null
}
