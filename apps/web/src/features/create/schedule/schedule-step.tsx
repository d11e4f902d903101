import './schedule.css'
import type { DraftPhase } from '@platemark/api/studio'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { PartFailure } from '../../../components/part-failure.tsx'
import { parseCount, parsePrice } from '../../../lib/parse-amounts.ts'
import { usePart } from '../../../lib/use-part.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCreationTerms } from '../creation-terms.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { useCoin } from '../frame/step-nav.tsx'
import { useStepForm } from '../frame/use-step-form.ts'
import { WizardStep } from '../frame/wizard-step.tsx'
import type { PhaseTerms } from './list/draft-list.ts'
import { duplicatePhase, MAX_LIST_PHASES, newPhase } from './new-phase.ts'
import { listTimedPhases } from './phase-times.ts'
import { PhasesPanel } from './phases-panel.tsx'
import {
  type PhaseValues,
  type ScheduleValues,
  scheduleFields,
  scheduleSchema,
  toPhaseValues,
  toScheduleChanges,
  toScheduleValues,
} from './schedule-form.ts'

/** Fourth step: the phases with their times, and the list of each allowlist phase. */
export function ScheduleStep() {
  const { draft, fields } = useDraftEditor()
  const coin = useCoin(fields.chain_alias)
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const terms = {
    coin,
    mintFeeWei: useCreationTerms(fields.chain_alias)?.mintFeeWei,
    maxSupply: fields.max_supply,
    now,
  }
  const { form, inputOf, problems, submit } = useStepForm<ScheduleValues>({
    step: 'schedule',
    schema: scheduleSchema(terms),
    values: toScheduleValues(fields, coin),
    fields: scheduleFields,
    toChanges: (values) => toScheduleChanges(values, fields.phases, terms),
  })
  const rows = useFieldArray({ control: form.control, name: 'phases' })
  const { zone, phases } = form.watch()
  const [selectedId, setSelected] = useState(phases[0]?.phase_id)
  const [removing, setRemoving] = useState<PhaseValues>()
  const [removed, setRemoved] = useState<readonly number[]>([])
  const listPhases = phases.filter(({ kind }) => kind === 'allowlist')
  const lists = usePart(() => import('./list/phase-lists.tsx'), listPhases.length > 0)
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const at = phases.findIndex(({ phase_id }) => phase_id === selectedId)
  const selected = phases[at]
  const timed = listTimedPhases(phases, zone)

  const add = (phase: PhaseValues) => {
    // The public phase is the last one of the table.
    rows.insert(listPhases.length, phase)
    setSelected(phase.phase_id)
  }
  // Its price and limit may have been changed in another step since.
  const withStoredTerms = (values: ScheduleValues): ScheduleValues => {
    const stored = fields.phases.find(({ kind }) => kind === 'public')
    if (!stored) return values
    const { price, limit } = toPhaseValues(stored, values.zone, coin)
    const toShown = (one: PhaseValues) =>
      one.kind === 'public' ? { ...one, price, limit } : one
    return { ...values, phases: values.phases.map(toShown) }
  }
  const remove = (phase: PhaseValues) => {
    setRemoving(undefined)
    setRemoved([...removed, phase.phase_id])
    rows.remove(phases.findIndex(({ phase_id }) => phase_id === phase.phase_id))
    setSelected(phases.find(({ phase_id }) => phase_id !== phase.phase_id)?.phase_id)
  }
  const wallets = (phaseId: number): number =>
    counts.get(phaseId) ??
    draft.lists.find(({ phase_id }) => phase_id === phaseId)?.entries ??
    0
  const isFull = listPhases.length >= MAX_LIST_PHASES
  return (
    <WizardStep
      id="schedule"
      lead="One public phase and up to 15 lists before it. Each list belongs to one phase."
      problems={problems}
      onContinue={submit}
    >
      <PhasesPanel
        form={form}
        inputOf={inputOf}
        timed={timed}
        selectedAt={at}
        coin={coin}
        stored={fields.phases}
        now={now}
        wallets={wallets}
        onSelect={setSelected}
        {...(!isFull && {
          onAdd: () => add(newPhase(withStoredTerms(form.getValues()), now, removed)),
          onDuplicate: (phase: PhaseValues) =>
            add(duplicatePhase(phase, phases, removed)),
        })}
        onRemove={(phase) =>
          wallets(phase.phase_id) > 0 ? setRemoving(phase) : remove(phase)
        }
      />
      {lists.part ? (
        <lists.part.PhaseLists
          phases={listPhases}
          selected={selected}
          timed={timed}
          stored={fields.phases}
          coin={coin}
          termsOf={(phaseId) => termsOfPhase(phases, fields.phases, phaseId, coin)}
          onCounts={setCounts}
        />
      ) : lists.error ? (
        <PartFailure
          title="The lists cannot be shown yet"
          kept="What you entered is kept"
          error={lists.error}
          onRetry={lists.retry}
        />
      ) : (
        listPhases.length > 0 && <Skeleton height={80} />
      )}
      <ConfirmDialog
        title={`Remove ${removing?.title.trim() || 'this phase'}?`}
        isOpen={removing !== undefined}
        no="Keep it"
        yes="Remove phase and list"
        onNo={() => setRemoving(undefined)}
        onYes={() => removing && remove(removing)}
      >
        Its list of {wallets(removing?.phase_id ?? -1).toLocaleString('en')} wallets is
        removed with it. Save it with Clean CSV first if you need it.
      </ConfirmDialog>
    </WizardStep>
  )
}

/** Returns the terms that stand for empty cells of a list: as typed, else as stored. */
function termsOfPhase(
  phases: readonly PhaseValues[],
  stored: readonly DraftPhase[],
  phaseId: number,
  coin: { decimals: number; symbol: string },
): PhaseTerms {
  const typed = phases.find(({ phase_id }) => phase_id === phaseId)
  const before = stored.find(({ phase_id }) => phase_id === phaseId)
  const limit = parseCount(typed?.limit ?? '', '', NO_WALLET_LIMIT)
  const price = parsePrice(typed?.price ?? '', coin)
  return {
    limit: 'value' in limit ? limit.value : (before?.max_per_wallet ?? 1),
    priceWei: 'value' in price ? price.value.toString() : (before?.price_wei ?? '0'),
  }
}
