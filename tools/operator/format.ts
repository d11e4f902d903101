import type { CommandResult } from '../../apps/server/src/areas/moderation/commands.ts'

/** Returns the lines of the report queue. */
export function formatReports({
  reports,
  open,
  total,
  page,
  per_page,
}: CommandResult<'reports'>): string[] {
  const pages = Math.max(1, Math.ceil(total / per_page))
  const head = `${open} open, ${total - open} closed; page ${page} of ${pages}`
  return [head, ...reports.flatMap(formatReport)]
}

function formatReport(report: CommandResult<'reports'>['reports'][number]): string[] {
  const { id, chain, address, reporter, category, open_reports, is_crowded } = report
  const name = report.collection === null ? 'not known here' : report.collection
  const blocked = report.is_blocked ? ', blocked' : ''
  const count = `${open_reports}${is_crowded ? ' or more' : ''}`
  const others = open_reports > 1 || is_crowded ? `, ${count} open reports` : ''
  return [
    '',
    `${id}  ${report.closed_at ? 'closed' : 'open'}  ${category}  ${formatTime(report.created_at)}`,
    `    ${chain}/${address}  ${name}${blocked}${others}`,
    `    by ${reporter}`,
    ...indentText(report.text),
    ...(report.closed_at
      ? [`    closed ${formatTime(report.closed_at)} by ${report.closed_by}:`]
      : []),
    ...indentText(report.closing_note ?? ''),
  ]
}

/** Returns the lines of the reports of questions of quizzes. */
export function formatQuestions({
  reports,
  open,
  total,
  page,
  per_page,
}: CommandResult<'questions'>): string[] {
  const pages = Math.max(1, Math.ceil(total / per_page))
  return [
    `${open} open, ${total - open} closed; page ${page} of ${pages}`,
    ...reports.flatMap((report) => [
      '',
      `${report.id}  ${report.closed_at ? 'closed' : 'open'}  ${formatTime(report.created_at)}`,
      `    ${report.alias}  ${report.question}  (version ${report.quiz_version})`,
      `    by ${report.reporter}`,
      ...indentText(report.text),
      ...(report.closed_at
        ? [`    closed ${formatTime(report.closed_at)} by ${report.closed_by}:`]
        : []),
      ...indentText(report.closing_note ?? ''),
    ]),
  ]
}

/** Returns a line of each rated lesson. */
export function formatRatings({ articles }: CommandResult<'ratings'>): string[] {
  if (articles.length === 0) return ['No lesson was rated yet.']
  return articles.map(
    ({ alias, helpful, not_helpful }) =>
      `${alias}  helpful ${helpful}, not helpful ${not_helpful}`,
  )
}

/** Returns the lines of all blocks with their reasons. */
export function formatBlocks({
  collections,
  creators,
}: CommandResult<'blocks'>): string[] {
  const named = [
    ...collections.map((one) => ({
      ...one,
      name: `collection ${one.chain}/${one.address}`,
    })),
    ...creators.map((one) => ({
      ...one,
      name: `creator ${one.chain ? `${one.chain}/` : ''}${one.address}`,
    })),
  ]
  if (named.length === 0) return ['Nothing is blocked.']
  return named.flatMap(({ name, category, reason, blocked_at, blocked_by }) => [
    `${name}  ${category}  ${formatTime(blocked_at)} by ${blocked_by}`,
    ...indentText(reason),
  ])
}

/** Returns the lines of the audit log, the newest first. */
export function formatAudit({ lines, page }: CommandResult<'audit'>): string[] {
  if (lines.length === 0) return [page === 1 ? 'Nothing was done yet.' : 'No more lines.']
  return lines.map(({ at, by, action, chain, address, details }) => {
    const what = [chain, address].filter((part) => part !== null).join('/')
    return `${formatTime(at)}  ${by}  ${action}  ${what}  ${JSON.stringify(details)}`
  })
}

/** Returns the lines of all promotions, past and future ones too, in display order. */
export function formatPromotions({ promotions }: CommandResult<'promotions'>): string[] {
  if (promotions.length === 0) return ['Nothing is promoted.']
  return promotions.map(({ chain, address, order, from, until, label, by }) => {
    const when = `${from ? ` from ${from}` : ''}${until ? ` until ${until}` : ''}`
    const whose = by === null ? 'by the configuration' : `by ${by}`
    return `${order}  ${chain}/${address}  "${label}"${when}  ${whose}`
  })
}

/** Returns the lines of the logs that could not be applied, the newest first. */
export function formatUnreadable({ logs }: CommandResult<'unreadable'>): string[] {
  if (logs.length === 0) return ['Every log was applied.']
  return logs.flatMap(({ chain, address, name, time, reason, ...log }) => [
    `${address ? `${chain}/${address}` : `${chain}, a creation`}  ${formatTime(time)}  block ${log.block_number}, transaction ${log.tx_hash}, log ${log.log_index}`,
    ...(name === null ? [] : [`    ${name}`]),
    ...indentText(reason),
  ])
}

/** Returns the lines of an account's sessions. */
export function formatSessions({ sessions }: CommandResult<'sessions'>): string[] {
  if (sessions.length === 0) return ['It is signed in nowhere.']
  return sessions.map(
    ({ connector, chain, network_prefix, created_at, last_used_at }) =>
      `since ${formatTime(created_at)}, last used ${formatTime(last_used_at)}  ${connector} on ${chain}  from ${network_prefix}`,
  )
}

/** Indents user text, so that it cannot imitate lines of this output. */
function indentText(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `    | ${line}`)
}

function formatTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}
