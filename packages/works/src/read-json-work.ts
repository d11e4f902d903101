import { sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { describeSpoiledCell } from './spoiled-cell.ts'
import type { RowSource, RowTrait, WorkProblem, WorkRow } from './work-types.ts'

type JsonContext = {
  source: RowSource
  /** Id and name that the name of the file gives. */
  fileId?: string
  stem?: string
  /** Takes the names of fields that are not kept. */
  note(field: string): void
}

const TEXT_FIELDS = ['name', 'description', 'image', 'animation_url', 'external_url']
const ID_FIELDS = ['token_id', 'tokenId', 'tokenID', 'id', 'edition']
const KNOWN = [...TEXT_FIELDS, ...ID_FIELDS, 'attributes']

/** Reads the metadata of one token. Without a row its JSON is no description of a work. */
export function readJsonWork(
  value: unknown,
  { source, fileId, stem, note }: JsonContext,
): { row?: WorkRow; problems: WorkProblem[] } {
  if (!isRecord(value) || !KNOWN.some((field) => Object.hasOwn(value, field))) {
    return { problems: [createProblem('json', source, sentences.noWorkInJson)] }
  }
  const problems: WorkProblem[] = []
  const row: WorkRow = { source, origin: 'json', traits: [], reported: [] }
  const report: Report = (field, sentence, code = 'json') => {
    problems.push(createProblem(code, source, sentence, { field }))
    row.reported.push(FIELDS[field] ?? field)
  }
  for (const field of Object.keys(value)) if (!KNOWN.includes(field)) note(field)
  for (const field of TEXT_FIELDS) {
    const text = value[field]
    if (isAbsent(text)) continue
    if (typeof text !== 'string') {
      report(field, sentences.wrongJsonField(field, 'a text'))
    } else if (text.trim() !== '') row[FIELDS[field] ?? 'name'] = text.trim()
  }
  if (row.image === undefined && stem !== undefined && !row.reported.includes('image')) {
    row.image = stem
    row.is_image_implied = true
  }
  const id = readId(value, fileId, source.file, report)
  if (id !== undefined) row.id = id
  const { attributes } = value
  if (!isAbsent(attributes) && !Array.isArray(attributes)) {
    report('attributes', sentences.wrongJsonField('attributes', 'a list'))
  }
  for (const attribute of Array.isArray(attributes) ? attributes : []) {
    const read = readAttribute(attribute, note)
    if (typeof read === 'string') problems.push(createProblem('trait', source, read))
    else if (read) row.traits.push(read)
  }
  return { row, problems }
}

type Report = (field: string, sentence: string, code?: WorkProblem['code']) => void

/** The name of the file is the id; one in the fields beside it has to agree. */
function readId(
  fields: Fields,
  fileId: string | undefined,
  file: string,
  report: Report,
): string | undefined {
  const field = ID_FIELDS.find((one) => !isAbsent(fields[one]))
  if (field === undefined) return fileId
  const written = fields[field]
  const id = String(written)
  const spoiled = describeSpoiledCell(id)
  if (
    spoiled !== undefined ||
    (typeof written !== 'string' && typeof written !== 'number')
  ) {
    report('id', spoiled ?? sentences.wrongJsonField(field, 'a whole number'), 'wrong_id')
    return fileId
  }
  // Files from 0 may hold editions from 1.
  if (fileId !== undefined && ![0, 1].includes(Number(id) - Number(fileId))) {
    report('id', sentences.differentId(id, file), 'wrong_id')
  }
  return fileId ?? id
}

type Fields = Record<string, unknown>

const FIELDS: Record<
  string,
  'name' | 'description' | 'image' | 'animation' | 'external_url'
> = {
  name: 'name',
  description: 'description',
  image: 'image',
  animation_url: 'animation',
  external_url: 'external_url',
}

/** Returns an attribute, a sentence about a wrong one, or undefined for one without a value. */
function readAttribute(
  attribute: unknown,
  note: (field: string) => void,
): RowTrait | string | undefined {
  if (!isRecord(attribute)) return sentences.unnamedTrait
  const { trait_type, value, display_type, ...others } = attribute
  for (const field of Object.keys(others)) note(`attributes.${field}`)
  if (typeof trait_type !== 'string' || trait_type.trim() === '') {
    return sentences.unnamedTrait
  }
  if (isAbsent(value)) return undefined
  const isValue =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isValue) return sentences.wrongTraitValue(trait_type)
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (isAbsent(display_type)) {
    return { name: trait_type, value }
  }
  return { name: trait_type, value, display_type: String(display_type) }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
