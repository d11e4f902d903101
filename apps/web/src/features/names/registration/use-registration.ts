import { nameRegistryAbi } from '@platemark/abi/name-registry'
import type { User } from '@platemark/api/profile'
import {
  commitData,
  hashRegistration,
  registerData,
} from '@platemark/mint/names/name-calls'
import { type PendingName, pendingNames } from '@platemark/mint/names/pending-names'
import {
  chooseRegistrationStep,
  type RegistrationFacts,
  readRegistration,
} from '@platemark/mint/names/read-registration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bytesToHex, getAddress } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { useCall } from '../../../components/call/use-call.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import type { NameHome } from '../use-name-home.ts'
import { useSaveName } from './use-save-name.ts'

/** Milliseconds between two reads of the registry while the registration is open. */
const REFRESH_MS = 3_000
/** Milliseconds that a read may take. */
const MAX_READ_MS = 12_000

/** Labels of the two transactions, which are kept with them. */
export const callLabels = { commit: 'Reservation', register: 'Registration' }

export type Registration = ReturnType<typeof useRegistration>

/**
 * Registers a name for an account. Where it stands follows from the chain, the transaction on its way
 * and the kept secret, so that a reload, another tab or a change of accounts loses nothing.
 */
export function useRegistration(name: string, home: NameHome, user: User) {
  const { network } = home
  const account = getAddress(user.address)
  const contract = getAddress(home.registry)
  const scope = { account, chainId: network.id, contract }
  const wagmi = walletConfig(useAppConfig())
  const [isPrimary, setPrimary] = useState<boolean>()
  const kept = useQuery({
    queryKey: ['pending name', ...Object.values(scope), name],
    queryFn: async () => (await pendingNames.find(scope, name)) ?? null,
    staleTime: 0,
  })
  const pending = kept.data ?? null
  const commitment = pending?.secret
    ? hashRegistration(scope, pending, pending.secret)
    : null
  const read = useQuery({
    queryKey: ['registration', ...Object.values(scope), name, commitment],
    enabled: kept.data !== undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: () =>
      failLate(
        readRegistration({
          ...{ contract, account, name, commitment },
          rpc: createChainRpc(wagmi.getClient({ chainId: network.id })),
          blockTag: network.is_demo ? 'pending' : 'latest',
        }),
      ),
  })
  const call = useCall({
    ...{ network, account, contract, abi: nameRegistryAbi },
    topic: `register ${name}`,
    subject: `${name} is on`,
    onMined: () => void read.refetch(),
  })
  const { attempt, label, mined } = call.shown
  const sentHash = attempt && 'hash' in attempt ? attempt.hash : null
  const minedHash = mined?.receipt.transactionHash ?? null
  const isRegistering = label === callLabels.register
  const step = read.data && chooseRegistrationStep(read.data, account)
  const saving = useSaveName({
    name,
    sentHash: isRegistering ? (sentHash ?? minedHash) : null,
    isRegistered: step?.step === 'registered',
    onSaved: () => pending && void pendingNames.remove(pending),
  })

  const commit = async (asPrimary: boolean) => {
    const secret = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
    const changed: PendingName = {
      ...scope,
      ...{ name, isPrimary: asPrimary, secret, hash: null },
    }
    // Kept before it is sent: without the secret a commitment is worth nothing.
    await pendingNames.save(changed)
    await kept.refetch()
    const data = commitData(hashRegistration(scope, changed, secret))
    await call.send({ data, label: callLabels.commit })
  }
  const register = async ({ priceWei }: RegistrationFacts, asPrimary: boolean) => {
    const chosen = pending?.secret
      ? pending
      : { ...scope, ...{ name, secret: null, hash: null }, isPrimary: asPrimary }
    const data = registerData(chosen)
    await call.send({ data, valueWei: priceWei, label: callLabels.register })
  }
  return {
    ...{ name, home, account, call, read, step, saving, pending },
    facts: read.data,
    /** The primary name is chosen; undefined: as by default. */
    isPrimary: pending?.secret ? pending.isPrimary : isPrimary,
    setPrimary,
    commit,
    register,
    hash: minedHash ?? pending?.hash ?? null,
  }
}

/** Fails when nodes leave a read unanswered: all their retries would take 40 s. */
function failLate<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no node has answered')), MAX_READ_MS)
  })
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}
