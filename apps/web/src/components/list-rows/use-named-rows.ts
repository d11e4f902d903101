import type { LeftOutRow } from '@platemark/lists/read-list'
import { shortAddress } from '@platemark/rules/amounts'
import { useQueries } from '@tanstack/react-query'
import { lookUpName } from '../accounts/look-up-name.ts'
import { useAppConfig } from '../app-config.ts'

/** Most names of a list that are looked up at once. */
const MAX_NAMES = 200

/**
 * Returns left-out rows with the address of each name of this site as their correction, and a
 * function that finds the given row of a returned one.
 */
export function useNamedRows(rows: readonly LeftOutRow[], networkAlias?: string) {
  const config = useAppConfig()
  const { names, networks } = config
  const alias = networkAlias ?? names?.chain
  const network = networks.find((one) => one.alias === alias)
  const cells = network
    ? [...new Set(rows.filter(isNamed).map(({ problem }) => problem.cell))]
    : []
  const reads = useQueries({
    queries: cells.slice(0, MAX_NAMES).map((cell) => ({
      queryKey: ['resolved name', network?.id, cell],
      staleTime: 15_000,
      queryFn: () => (network && names ? lookUpName(cell, config, network) : null),
    })),
  })
  const found = new Map(cells.map((cell, place) => [cell, reads[place]?.data]))
  const given = new Map<LeftOutRow, LeftOutRow>()
  const named = rows.map((row) => {
    const one = isNamed(row) ? found.get(row.problem.cell) : undefined
    if (!one) return row
    const { account, name, problem } = one
    const shown = { ...row, problem: { ...row.problem, sentence: problem ?? '' } }
    if (account) {
      const short = shortAddress(account)
      shown.problem.sentence = `${name} is ${short}`
      shown.problem.fix = {
        label: `Use ${short}`,
        text: row.text.replace(row.problem.cell, account),
      }
    }
    given.set(shown, row)
    return shown
  })
  return { named, findGiven: (row: LeftOutRow) => given.get(row) ?? row }
}

function isNamed({ problem }: LeftOutRow): boolean {
  return problem.code === 'name'
}
