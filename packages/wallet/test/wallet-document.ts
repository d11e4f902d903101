import { readFileSync } from 'node:fs'

/** Text of `docs/wallet.md`. */
export const walletDocument = readFileSync(
  new URL('../../../docs/wallet.md', import.meta.url),
  'utf8',
)

/** Returns the rows of the table below a heading, as cells without code marks. */
export function readTable(heading: string): string[][] {
  const [, section = ''] = walletDocument.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return own
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | ').map(withoutCodeMarks))
}

function withoutCodeMarks(cell: string): string {
  return cell
    .trim()
    .replace(/^`([^`]*)`$/, '$1')
    .replace(/^`` (.*) ``$/, '$1')
}
