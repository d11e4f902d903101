import { sentences } from './messages.ts'

/** Meaning of a column of a sheet. */
export type SheetColumn =
  | { role: Role; name: string }
  | { role: 'trait'; name: string; trait: string }
  | { role: 'unread'; name: string }

export type Role = 'id' | 'image' | 'animation' | 'name' | 'description' | 'external_url'

/** Names of columns, folded: those of OpenSea's manifest first, then plain ones. */
const ROLES: [names: RegExp, role: Role][] = [
  [/^(tokenid|id|token|#)$/, 'id'],
  [/^(filename|file|image|imagefile|imagename|imageurl|picture)$/, 'image'],
  [/^(animationurl|animation|animationfile|video)$/, 'animation'],
  [/^name$/, 'name'],
  [/^description$/, 'description'],
  [/^(externalurl|externallink)$/, 'external_url'],
]

const TRAIT_COLUMN = /^(?:attributes?|traits?)\s*\[\s*([\s\S]*?)\s*\]$/i

/** Columns of the sheet, or what is wrong with its first line, by field. */
export type SheetHead = {
  columns: SheetColumn[]
  problems: { field: string; sentence: string }[]
}

/**
 * Reads the names of the columns. Where one is written attributes[trait], as in OpenSea's
 * manifest, only those are traits; else every column without a role is one.
 */
export function readSheetHead(
  cells: readonly string[],
  isUsed: (column: number) => boolean,
): SheetHead {
  const names = cells.map((cell) => cell.trim())
  const isManifest = names.some((name) => TRAIT_COLUMN.test(name))
  const problems: SheetHead['problems'] = []
  const seen = new Map<string, string>()
  const columns = names.map((name, at): SheetColumn => {
    if (name === '') {
      if (isUsed(at)) {
        problems.push({ field: `${at + 1}`, sentence: sentences.unnamedColumn(at + 1) })
      }
      return { role: 'unread', name }
    }
    const column = readColumn(name, isManifest)
    const key = column.role === 'trait' ? `trait ${column.trait}` : column.role
    const other = column.role === 'unread' ? undefined : seen.get(key)
    if (other !== undefined) {
      problems.push({ field: name, sentence: sentences.repeatedColumn(name, other) })
      return { role: 'unread', name: '' }
    }
    seen.set(key, name)
    return column
  })
  const isKnown = columns.some(({ role }) => role !== 'trait' && role !== 'unread')
  // A line of values has file names or numbers where a first line has names.
  const isValues = names.every((name) => /^[\d.,]*$|\.[a-z0-9]{3,4}$/i.test(name))
  if (!isKnown && (isValues || isManifest)) {
    problems.push({ field: '', sentence: sentences.noColumns })
  }
  return { columns, problems }
}

function readColumn(name: string, isManifest: boolean): SheetColumn {
  const trait = TRAIT_COLUMN.exec(name)?.[1]
  if (trait) return { role: 'trait', name, trait }
  const folded = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  const role = ROLES.find(([names]) => names.test(folded))?.[1]
  if (role) return { role, name }
  return isManifest ? { role: 'unread', name } : { role: 'trait', name, trait: name }
}
