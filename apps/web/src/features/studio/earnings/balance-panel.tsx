import type { BalanceChecks } from '@platemark/api/balance-checks'
import type { User } from '@platemark/api/profile'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Ago } from '../../../components/ago.tsx'
import { useNetworkNames } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { BalanceRows } from './balance-rows.tsx'
import { findLater } from './find-later.ts'
import { balanceChecksQuery, sendBalanceCheck } from './statement-queries.ts'
import type { NetworkEarnings } from './sum-earnings.ts'

type Checked = BalanceChecks['collections'][number]

type BalancePanelProps = { networks: NetworkEarnings[]; user: User }

/** Last checks of the user's contracts: their balances against their debts. */
export function BalancePanel({ networks, user }: BalancePanelProps) {
  const queries = useQueryClient()
  const read = useQuery({ ...balanceChecksQuery(), staleTime: 0 })
  const error = useLastError(read)
  const [shownId, setShownId] = useState('')
  const checking = useMutation({
    mutationFn: sendBalanceCheck,
    networkMode: 'always',
    onSuccess: (data) => queries.setQueryData(balanceChecksQuery().queryKey, { data }),
  })
  const found = read.data?.data
  if (!found && error) {
    return (
      <Failure
        title="The last check could not be loaded"
        text="Contracts still pay what they owe. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!found || found.collections.length === 0) return null
  const { collections, silent } = found
  const shown =
    collections.find(({ contract_id }) => contract_id === shownId) ?? collections[0]
  const alarms = collections.filter(({ check }) => check && check.state !== 'agrees')
  const isAlarm = alarms.length > 0
  const isChecked = collections.some(({ check }) => check)
  return (
    <section
      className={`card balance-check ${isAlarm ? 'alarm' : ''}`}
      aria-labelledby="balance-title"
    >
      <div>
        <h3 id="balance-title">
          <Icon name={isAlarm ? 'alert' : isChecked ? 'check' : 'info'} />
          {titleFor(isChecked, isAlarm)}
        </h3>
        <div className="muted small" role="status">
          <Findings collections={collections} alarms={alarms} />
          <Silence aliases={silent} />
        </div>
        {checking.error && (
          <p className="danger-text small" role="alert">
            {checking.error.message}
          </p>
        )}
        <Button
          look="quiet"
          isBusy={checking.isPending}
          onClick={() => checking.mutate()}
        >
          Check now
        </Button>
      </div>
      {shown && (
        <div>
          {collections.length > 1 && (
            <select
              className="input"
              aria-label="Collection"
              value={shown.contract_id}
              onChange={({ target }) => setShownId(target.value)}
            >
              {collections.map(({ contract_id, name }) => (
                <option key={contract_id} value={contract_id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <BalanceRows
            collection={shown}
            user={user}
            laterWei={findLater(shown, networks, user)}
          />
        </div>
      )}
    </section>
  )
}

function titleFor(isChecked: boolean, isAlarm: boolean): string {
  if (isAlarm) return 'Does not agree with the chain'
  return isChecked ? 'Agrees with the chain' : 'Not checked yet'
}

function Findings({
  collections,
  alarms,
}: {
  collections: Checked[]
  alarms: Checked[]
}) {
  const times = collections.flatMap(({ check }) => check?.checked_at ?? [])
  const [oldest] = times.toSorted()
  if (!oldest) {
    return <p>Your contracts are checked within minutes of their first confirmed mint.</p>
  }
  if (alarms.length > 0) {
    return alarms.map(({ contract_id, name, check }) => (
      <p key={contract_id}>
        {check?.state === 'short'
          ? `The contract of ${name} owes more than it holds, so not everything can be withdrawn from it. The operator of this site was alerted.`
          : `The mints recorded here for ${name} differ from those of its contract. Amounts on this page may be wrong. The contract still pays what it owes. The operator of this site was alerted.`}
      </p>
    ))
  }
  return (
    <p>
      Checked <Ago at={oldest} />. Each of your contracts holds what it owes to everyone,
      to the wei. If one is short by even one wei, it shows here in red.
    </p>
  )
}

function Silence({ aliases }: { aliases: string[] }) {
  const nameNetwork = useNetworkNames()
  return aliases.map((alias) => (
    <p key={alias}>
      {nameNetwork(alias)} is not responding right now. Its contracts are checked again
      later.
    </p>
  ))
}
