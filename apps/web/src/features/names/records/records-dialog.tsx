import '../registration/registration.css'
import './records.css'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import type { NameDetail } from '@platemark/api/names'
import type { User } from '@platemark/api/profile'
import { textsData } from '@platemark/mint/names/name-calls'
import { countCharacters } from '@platemark/rules/characters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getAddress } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { type Call, useCall } from '../../../components/call/use-call.ts'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { nameActivityQuery, nameProfileQuery } from '../queries.ts'
import type { NameHome } from '../use-name-home.ts'
import { AvatarField } from './avatar-field.tsx'
import {
  findChangedRecords,
  MAX_DESCRIPTION,
  type RecordKey,
  readRecord,
  recordKeys,
} from './record-fields.ts'

type RecordsDialogProps = {
  name: NameDetail
  home: NameHome
  user: User
  onClose: () => void
}

/** Editor of the public records of a name, written by one transaction. */
export function RecordsDialog({ name, home, user, onClose }: RecordsDialogProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(() => toTyped(name.records))
  const [isAsking, setAsking] = useState(false)
  // Records of the last transaction, which the index reads some seconds after its block.
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({})
  const call = useCall({
    topic: `records ${name.name}`,
    network: home.network,
    account: getAddress(user.address),
    contract: getAddress(home.registry),
    abi: nameRegistryAbi,
    subject: `${name.full_name} is on`,
    onMined: () => {
      for (const { queryKey } of [
        nameProfileQuery(name.name),
        nameActivityQuery(name.name, 1),
      ])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const isDone = call.shown.mined !== null
  const stored = isDone ? { ...name.records, ...sent } : name.records
  const changed = findChangedRecords(stored, typed)
  const count = Object.keys(changed).length
  const wrong = recordKeys.filter((key) => readRecord(key, typed[key]).problem)
  const isDirty = count > 0
  const close = () => (isDirty && !call.isBusy ? setAsking(true) : onClose())
  const propsOf = (key: RecordKey) => ({
    value: typed[key],
    error: readRecord(key, typed[key]).problem,
    aside: key in changed ? 'changed' : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((old) => ({ ...old, [key]: target.value })),
  })
  const signed: Call = {
    ...call,
    async send(request) {
      setSent(toTexts(changed))
      await call.send(request)
    },
  }
  return (
    <Dialog title="Edit records" isOpen onClose={close} width={560} className="register">
      <p className="muted">
        Public, stored on {home.network.name}. Empty fields are removed.
      </p>
      <div className="record-fields">
        <AvatarField {...{ name, user }} {...propsOf('avatar')} />
        <TextArea
          label="Description"
          {...propsOf('description')}
          aside={`${countCharacters(typed.description)} / ${MAX_DESCRIPTION}`}
        />
        <TextField
          label="Website"
          {...textInput}
          {...propsOf('url')}
          placeholder="https://"
        />
        <div className="record-pairs">
          {handles.map(({ key, label }) => (
            <TextField key={key} label={label} {...textInput} {...propsOf(key)} />
          ))}
        </div>
        <TextField
          label="E-mail"
          {...textInput}
          {...propsOf('email')}
          inputMode="email"
          hint="Public on the network, permanently."
        />
      </div>
      <CallPanel call={call} />
      {isAsking ? (
        <div className="record-foot">
          <span>Your changes here are not saved yet.</span>
          <Button look="quiet" onClick={() => setAsking(false)}>
            Stay
          </Button>
          <Button look="danger" onClick={onClose}>
            Leave without saving
          </Button>
        </div>
      ) : (
        <div className="record-foot">
          <CallButton
            call={signed}
            request={
              count > 0 && wrong.length === 0
                ? { data: textsData(name.name, toTexts(changed)), label: 'Records' }
                : null
            }
            obstacle={describeObstacle(count, wrong.length)}
          >
            Save on chain
          </CallButton>
          <Button look="plain" onClick={close}>
            {isDone && !isDirty ? 'Close' : 'Cancel'}
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={isDirty} />
    </Dialog>
  )
}

const textInput = {
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const

const handles: { key: RecordKey; label: string }[] = [
  { key: 'com.twitter', label: 'X' },
  { key: 'com.github', label: 'GitHub' },
  { key: 'xyz.farcaster', label: 'Farcaster' },
  { key: 'xyz.lens', label: 'Lens' },
  { key: 'org.telegram', label: 'Telegram' },
  { key: 'com.discord', label: 'Discord' },
]

function toTyped(records: Readonly<Record<string, string>>): Record<RecordKey, string> {
  const pairs = recordKeys.map((key) => [key, records[key] ?? ''])
  // Safe: it has every key.
  return Object.fromEntries(pairs) as Record<RecordKey, string>
}

function toTexts(changed: Partial<Record<RecordKey, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(changed).map(([key, value]) => [key, value ?? '']),
  )
}

function describeObstacle(count: number, wrong: number): string | undefined {
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`
  if (wrong > 0) return `${changes}, ${wrong} to fix.`
  return count === 0 ? 'Nothing has changed yet.' : undefined
}
