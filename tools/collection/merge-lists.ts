import { joinNames } from '@platemark/rules/count-words'
import { groupListedWallets } from '@platemark/rules/listed-wallets'
import { getAddress } from 'viem'
import type { List, ListEntry } from '../local/collection.ts'

/** Place of an entry in the files of a collection, such as line 60 of friends.csv. */
export type Place = { file: string; unit: 'line' | 'entry'; number: number }

/** Entries of one phase from one file. */
export type ListPart = {
  phase_id: number
  entries: { entry: ListEntry; place: Place }[]
}

/** Repeated wallets that are named; the others are counted. */
const MAX_NAMED = 20

/**
 * Merges the parts of each phase into one list, which a later part would replace on the
 * server. A wallet with several equal entries is kept once and named in `notes`; one with
 * different entries is named in `problems`.
 */
export function mergeLists(
  parts: readonly ListPart[],
  describePhase: (phaseId: number) => string,
): { lists: List[]; notes: string[]; problems: string[] } {
  const notes: string[] = []
  const problems: string[] = []
  const phaseIds = [...new Set(parts.map(({ phase_id }) => phase_id))]
  const lists = phaseIds.map((phase_id) => {
    const all = parts.flatMap((part) => (part.phase_id === phase_id ? part.entries : []))
    const found = groupListedWallets(all.map(({ entry }) => entry))
    const formatWallet = (address: string, positions: readonly number[]) => {
      const places = positions.flatMap((position) => all[position]?.place ?? [])
      return `${joinPlaces(places)} (${describePhase(phase_id)}): ${getAddress(address)}`
    }
    notes.push(
      ...nameFirst(
        found.repeated,
        'are there several times and are kept once',
        (one) =>
          `${formatWallet(one.address, one.positions)} is there ${one.positions.length} times with the same terms. It is kept once.`,
      ),
    )
    problems.push(
      ...nameFirst(
        found.contradictory,
        'have different quantities or prices',
        (one) =>
          `${formatWallet(one.address, one.positions)} has different quantities or prices there. Keep one of them.`,
      ),
    )
    const kept = found.kept.flatMap((position) => all[position] ?? [])
    return {
      phase_id,
      entries: kept.map(({ entry }) => entry),
      places: kept.map(
        ({ place }) => `${joinPlaces([place])} (${describePhase(phase_id)})`,
      ),
    }
  })
  return { lists, notes, problems }
}

/** Describes the first 20 items and counts the others. */
export function nameFirst<Item>(
  items: readonly Item[],
  rest: string,
  format: (item: Item) => string,
): string[] {
  const others = items.length - MAX_NAMED
  return [
    ...items.slice(0, MAX_NAMED).map(format),
    ...(others > 0 ? [`${others.toLocaleString('en')} more ${rest}.`] : []),
  ]
}

/** Formats places: "a.csv, lines 2 and 5, and b.csv, line 3". */
export function joinPlaces(places: readonly Place[]): string {
  const files = [...new Set(places.map(({ file }) => file))]
  const joined = files.map((file) => {
    const inFile = places.filter((place) => place.file === file)
    const numbers = inFile.slice(0, MAX_NAMED).map(({ number }) => String(number))
    if (inFile.length > MAX_NAMED) numbers.push(`${inFile.length - MAX_NAMED} more`)
    const unit = inFile[0]?.unit ?? 'line'
    const units = unit === 'line' ? 'lines' : 'entries'
    return `${file}, ${numbers.length > 1 ? units : unit} ${joinNames(numbers)}`
  })
  return joined.join(', and ')
}
