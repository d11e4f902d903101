import type { Draft, DraftChanges, DraftPhase } from '@platemark/api/studio'
import { formatUnits } from '@platemark/rules/amounts'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { toZoneTime } from '@platemark/rules/zone-times'
import * as z from 'zod/mini'
import { parseCount, parsePrice } from '../../../lib/parse-amounts.ts'
import {
  findTimeProblems,
  findTitleProblem,
  readPhaseCap,
} from '../../../lib/phase-texts.ts'
import { chosenHour, readTypedTime } from '../../../lib/typed-time.ts'
import { publicPhase } from '../editor/public-phase.ts'
import type { FormField } from '../frame/use-step-form.ts'

/** Which of two equal hours is meant where clocks are set back; empty: not decided. */
const hour = z.enum(['', 'first', 'second'])

const phaseValues = z.object({
  phase_id: z.number(),
  kind: z.enum(['public', 'allowlist']),
  title: z.string(),
  /** Wall-clock time in the zone of the form, as of a `datetime-local` field. */
  start: z.string(),
  start_hour: hour,
  end: z.string(),
  end_hour: hour,
  /** In coins; empty: not chosen yet. */
  price: z.string(),
  limit: z.string(),
  /** Empty: no cap of its own. */
  cap: z.string(),
})
export type PhaseValues = z.infer<typeof phaseValues>

const scheduleValues = z.object({ zone: z.string(), phases: z.array(phaseValues) })
export type ScheduleValues = z.infer<typeof scheduleValues>

/** Facts beside the form that its rules need. */
export type ScheduleTerms = {
  coin: { decimals: number; symbol: string }
  mintFeeWei?: bigint | undefined
  maxSupply: number | null
  /** Unix seconds. */
  now: number
}

/** The schema of the step; every sentence stands at the path of its field. */
export function scheduleSchema(terms: ScheduleTerms) {
  return scheduleValues.check(({ value, issues }) => {
    const add = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', message, path, input: value })
    for (const [at, phase] of value.phases.entries()) {
      for (const [field, message] of findProblems(phase, value.zone, terms)) {
        add(['phases', at, field], message)
      }
    }
  })
}

type PhaseField = 'title' | 'start' | 'end' | 'price' | 'limit' | 'cap'

/** Returns the sentences of one phase, by field. */
function findProblems(
  phase: PhaseValues,
  zone: string,
  terms: ScheduleTerms,
): [PhaseField, string][] {
  const found: [PhaseField, string][] = []
  const title = findTitleProblem(phase.title)
  if (title) found.push(['title', title])
  const start = readTypedTime(phase.start, phase.start_hour, zone)
  const end = readTypedTime(phase.end, phase.end_hour, zone)
  const times = findTimeProblems(start, end, terms.now)
  if (times.start) found.push(['start', times.start])
  if (times.end) found.push(['end', times.end])
  if (phase.kind === 'public') return found
  const price = parsePrice(phase.price, { ...terms.coin, mintFeeWei: terms.mintFeeWei })
  if ('problem' in price) found.push(['price', price.problem])
  const limit = parseCount(phase.limit, 'how many one wallet can mint', NO_WALLET_LIMIT)
  if ('problem' in limit) found.push(['limit', limit.problem])
  const cap = readPhaseCap(phase.cap, terms.maxSupply)
  if ('problem' in cap) found.push(['cap', cap.problem])
  return found
}

/** Returns the instant of a time of a phase in unix seconds; undefined while it has none. */
export function readPhaseTime(
  phase: PhaseValues,
  field: 'start' | 'end',
  zone: string,
): number | undefined {
  const at = readTypedTime(phase[field], phase[`${field}_hour`], zone)
  return typeof at === 'number' ? at : undefined
}

/** Returns the texts of the fields of a draft; one without a public phase gets it. */
export function toScheduleValues(
  fields: Draft['fields'],
  coin: ScheduleTerms['coin'],
): ScheduleValues {
  const zone = fields.time_zone ?? browserZone()
  const hasPublic = fields.phases.some(({ kind }) => kind === 'public')
  const phases = hasPublic ? fields.phases : [...fields.phases, publicPhase(new Date())]
  return {
    zone,
    phases: phases.map((phase) => toPhaseValues(phase, zone, coin)),
  }
}

export function toPhaseValues(
  phase: DraftPhase,
  zone: string,
  coin: ScheduleTerms['coin'],
): PhaseValues {
  const start = Date.parse(phase.start) / 1000
  const end = Date.parse(phase.end) / 1000
  return {
    phase_id: phase.phase_id,
    kind: phase.kind,
    title: phase.title,
    start: toZoneTime(start, zone),
    start_hour: chosenHour(start, zone),
    end: toZoneTime(end, zone),
    end_hour: chosenHour(end, zone),
    price:
      phase.price_wei === null ? '' : formatUnits(BigInt(phase.price_wei), coin.decimals),
    limit: String(phase.max_per_wallet),
    cap: phase.max_supply === null ? '' : String(phase.max_supply),
  }
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the fields of the form with their labels and the paths of the API. */
export function scheduleFields({ phases }: ScheduleValues): FormField<ScheduleValues>[] {
  return phases.flatMap(({ title, kind }, at) => {
    const field = (name: PhaseField, label: string, path: string) => ({
      name: `phases.${at}.${name}` as const,
      label: `${title.trim() || 'Phase'}, ${label}`,
      path: `phases.${at}.${path}`,
    })
    return [
      field('title', 'name', 'title'),
      field('start', 'opens', 'start'),
      field('end', 'closes', 'end'),
      ...(kind === 'public'
        ? []
        : [
            field('price', 'price', 'price_wei'),
            field('limit', 'per wallet', 'max_per_wallet'),
            field('cap', 'stops after', 'max_supply'),
          ]),
    ]
  })
}

/**
 * Returns the phases as the API takes them: each one that is valid as it stands, also while its
 * price is empty, and the stored form of each other one, so that nothing typed elsewhere waits
 * for it.
 */
export function toScheduleChanges(
  { zone, phases }: ScheduleValues,
  stored: readonly DraftPhase[],
  terms: ScheduleTerms,
): DraftChanges {
  const wanted = phases.flatMap((phase): DraftPhase[] => {
    const before = stored.find(({ phase_id }) => phase_id === phase.phase_id)
    const problems = findProblems(phase, zone, terms)
    const isOpenPrice = phase.price.trim() === ''
    if (problems.some(([field]) => field !== 'price' || !isOpenPrice)) {
      return before ? [before] : []
    }
    return [toDraftPhase(phase, zone, terms.coin, before)]
  })
  return { phases: wanted, time_zone: zone }
}

/** Converts a phase whose fields are valid. Price and limit of the public phase stay. */
function toDraftPhase(
  phase: PhaseValues,
  zone: string,
  coin: ScheduleTerms['coin'],
  before: DraftPhase | undefined,
): DraftPhase {
  const isPublic = phase.kind === 'public'
  const price = parsePrice(phase.price, coin)
  const limit = parseCount(phase.limit, '', NO_WALLET_LIMIT)
  const cap = readPhaseCap(phase.cap, null)
  const toIso = (field: 'start' | 'end') =>
    new Date((readPhaseTime(phase, field, zone) ?? 0) * 1000).toISOString()
  return {
    phase_id: phase.phase_id,
    kind: phase.kind,
    title: phase.title.trim(),
    start: toIso('start'),
    end: toIso('end'),
    price_wei:
      isPublic && before
        ? before.price_wei
        : 'value' in price
          ? price.value.toString()
          : null,
    max_per_wallet:
      isPublic && before ? before.max_per_wallet : 'value' in limit ? limit.value : 1,
    max_supply: isPublic
      ? (before?.max_supply ?? null)
      : 'value' in cap
        ? cap.value
        : null,
  }
}
