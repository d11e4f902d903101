import { endpointUrl, type Input } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { parseProblem, request } from '@platemark/api/request'
import type { getStatement as statement } from '@platemark/api/statement'
import {
  checkBalances,
  getStatement,
  listBalanceChecks,
} from '@platemark/api/studio-operations'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { dropToken, readToken } from '../../../lib/session.ts'

/** Filters of a statement: period, collection and kinds of lines. */
export type StatementChoice = Pick<
  Input<typeof statement>['query'],
  'from' | 'to' | 'contract_id' | 'lines'
>

/** Query of the newest lines of a statement, and of how many there are. */
export const statementQuery = (choice: StatementChoice) =>
  apiQuery(getStatement, { query: choice })

/** Reads the lines of every choice again, and the last checks. */
export async function refreshStatement(queries: QueryClient): Promise<void> {
  const lines = endpointUrl(getStatement, { query: {} })
  await Promise.all([
    queries.invalidateQueries({
      predicate: ({ queryKey: [url] }) =>
        typeof url === 'string' && url.startsWith(lines),
    }),
    queries.invalidateQueries({ queryKey: balanceChecksQuery().queryKey }),
  ])
}

/** Downloads a statement as CSV. Rejects with a `Problem`; nothing is saved then. */
export async function downloadStatement(choice: StatementChoice): Promise<void> {
  const token = readToken()
  const query = { ...choice, format: 'csv' }
  const response = await request(getStatement, { query }, { token })
  if (!response.ok) {
    const problem = await parseProblem(response)
    if (problem.code === 'unauthenticated' && token === readToken()) dropToken()
    throw problem
  }
  const text = await response.text().catch((cause: unknown) => {
    const sentence = 'The connection was lost before the file was complete. Try again.'
    throw new Problem('internal', sentence, { cause })
  })
  const named = response.headers.get('content-disposition') ?? ''
  const [, name = 'statement.csv'] = /filename="([^"]+)"/.exec(named) ?? []
  saveFile(name, 'text/csv', text)
}

/** Query of the last check of own contracts against the chain. */
export const balanceChecksQuery = () => apiQuery(listBalanceChecks, {})

/** Checks own contracts now. Rejects with a `Problem`. */
export const sendBalanceCheck = () => call(checkBalances, {})
