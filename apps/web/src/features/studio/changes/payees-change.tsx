import { formatCount } from '@platemark/rules/amounts'
import { comparePayees } from '@platemark/rules/collection-changes'
import { formatDuration } from '@platemark/rules/times'
import { type Address, getAddress } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { PayeeFields } from '../../../components/payees/payee-fields.tsx'
import {
  findPayeeProblems,
  MAX_PAYEES,
  type PayeeRow,
  readAccount,
  readPayees,
  sumShares,
  toPayeeRows,
} from '../../../components/payees/payees.ts'
import { formatPercent } from '../../../lib/parse-amounts.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import type { ChainTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { ScheduledChange } from './scheduled-change.tsx'
import { useOwnCall } from './use-own-call.ts'
import { type TypedChange, useTypedChange } from './use-typed-change.ts'

type Share = { account: Address; bps: number }

/** Announces other payees, and applies them once the notice is over. */
export function PayeesChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Change the payees">
      {(terms) => <PayeesForm {...props} terms={terms} />}
    </ChangeFrame>
  )
}

function PayeesForm({ own, terms }: ChangeProps & { terms: ChainTerms }) {
  const { overview, pendingPayees } = terms
  const { creator, payeesAt } = overview
  const present = presentPayees(overview.payees, creator)
  const stored = toPayeeRows(
    present.map(({ account, bps }) => ({ address: account, bps })),
    creator,
  )
  const typed = useTypedChange(own, 'payees', { rows: stored })
  const { rows } = typed.values
  const [problem] = findPayeeProblems(rows)
  const next = problem ? undefined : nextPayees(rows, creator)
  const notice = Number(overview.notice)
  const verb = notice > 0 ? 'Announce' : 'Set'
  const label = `${verb} ${formatCount(rows.length)} ${rows.length === 1 ? 'payee' : 'payees'}`
  const call = useOwnCall(own, 'payees', (mined) => {
    if (mined === label) typed.discard()
  })
  return (
    <>
      {payeesAt > 0n && (
        <ScheduledChange
          {...{ call, terms, at: payeesAt, apply: 'applyPayees' }}
          title="Announced payees"
          label="Apply the announced payees"
          done="Payees changed"
        >
          <PayeeDifferences before={present} after={pendingPayees} />
        </ScheduledChange>
      )}
      <PayeeRows own={own} typed={typed} />
      {next && <PayeeDifferences before={present} after={next} />}
      <Notice
        kind={notice > 0 ? 'warning' : 'info'}
        title={
          notice > 0
            ? `Takes effect after your notice of ${formatDuration(notice)}`
            : 'Takes effect immediately'
        }
      >
        Earnings until the change stay with the current payees.{' '}
        {notice > 0 &&
          'This transaction announces the new ones. A second one applies them after that time.'}
        {own.collection.royalty_split !== null &&
          ' The split of royalties keeps its payees.'}
      </Notice>
      <CallPanel call={call} />
      <CallButton
        call={call}
        request={
          next && typed.isTyped
            ? encodeChange(
                'setPayees',
                [next],
                label,
                notice > 0 ? 'Payees announced' : 'Payees changed',
              )
            : null
        }
        obstacle={
          problem?.sentence ??
          (typed.isTyped ? undefined : 'These are already the payees. Change them first.')
        }
      >
        Sign
      </CallButton>
    </>
  )
}

type PayeeRowsProps = Pick<ChangeProps, 'own'> & {
  typed: TypedChange<{ rows: PayeeRow[] }>
}

function PayeeRows({ own, typed }: PayeeRowsProps) {
  const { rows } = typed.values
  const problems = typed.isTyped ? findPayeeProblems(rows) : []
  const errorOf = (index: number | null, field: keyof PayeeRow) =>
    problems.find((one) => one.index === index && one.field === field)?.sentence
  const set = (index: number, changes: Partial<PayeeRow>) =>
    typed.change({
      rows: rows.map((row, at) => (at === index ? { ...row, ...changes } : row)),
    })
  const total = sumShares(rows)
  const whole = errorOf(null, 'share')
  return (
    <div>
      <ul className="payees">
        {rows.map((row, index) => {
          const read = readAccount(row.account)
          return (
            <PayeeFields
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are appended.
              key={index}
              number={index + 1}
              address={'value' in read ? read.value : undefined}
              creator={own.user.address}
              network={own.network.alias}
              written={row.account}
              onAddress={(account) => set(index, { account })}
              account={{
                id: `change-payee-${index}`,
                error: errorOf(index, 'account'),
                value: row.account,
                onChange: ({ target }) => set(index, { account: target.value }),
              }}
              share={{
                id: `change-share-${index}`,
                error: errorOf(index, 'share'),
                value: row.share,
                onChange: ({ target }) => set(index, { share: target.value }),
              }}
              onRemove={
                rows.length > 1
                  ? () => typed.change({ rows: rows.filter((_, at) => at !== index) })
                  : undefined
              }
            />
          )
        })}
      </ul>
      <p className="between payees-total">
        <b>Total</b>
        <b className={total === 10_000 ? 'whole' : 'over'}>
          {total === undefined ? '–' : `${formatPercent(total)}%`}
        </b>
      </p>
      {whole && <FieldError>{whole}</FieldError>}
      <Button
        look="quiet"
        disabled={rows.length >= MAX_PAYEES}
        onClick={() => typed.change({ rows: [...rows, { account: '', share: '' }] })}
      >
        <Icon name="plus" />
        Add a payee
      </Button>
    </div>
  )
}

type PayeeDifferencesProps = { before: readonly Share[]; after: readonly Share[] }

/** Share of each account, now and after the change. */
function PayeeDifferences({ before, after }: PayeeDifferencesProps) {
  return (
    <ValueTable
      rows={comparePayees(before, after).map((one) => ({
        term: getAddress(one.account),
        now: one.before === null ? 'Nothing' : `${formatPercent(one.before)}%`,
        next: one.after === null ? 'Nothing more' : `${formatPercent(one.after)}%`,
      }))}
    />
  )
}

/** Returns the payees in force; the contract lists none while its creator gets everything. */
function presentPayees(payees: readonly Share[], creator: Address): readonly Share[] {
  return payees.length > 0 ? payees : [{ account: creator, bps: 10_000 }]
}

function nextPayees(rows: readonly PayeeRow[], creator: Address): Share[] | undefined {
  const read = readPayees(rows, creator)
  if (!read) return undefined
  // Safe: each was resolved to an address.
  const shares = read.map(({ address, bps }) => ({ account: address as Address, bps }))
  return [...presentPayees(shares, creator)]
}
