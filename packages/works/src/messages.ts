/** Headings of the problems, as filters and rows show them. */
export const problemTitles = {
  unreadable: 'Cannot be read',
  columns: 'Column names',
  half_row: 'Half a row',
  json: 'Broken JSON',
  spoiled: 'Changed by a spreadsheet',
  wrong_id: 'Wrong id',
  repeated_id: 'Repeated id',
  id_gap: 'Missing id',
  missing_image: 'Missing image',
  missing_animation: 'Missing animation',
  missing_poster: 'Missing poster',
  unclear_file: 'Unclear file',
  wrong_type: 'Wrong type',
  extra_file: 'Extra file',
  order: 'Order',
  duplicate: 'Duplicate',
  wrong_size: 'Wrong size',
  camera_data: 'Camera data',
  text: 'Text',
  link: 'Link',
  unknown_trait: 'Unknown trait',
  trait_name: 'Trait name',
  trait: 'Trait',
  too_many_traits: 'Too many traits',
  supply: 'Supply',
  count: 'Number of works',
} as const

export type ProblemCode = keyof typeof problemTitles

/** How files of a set were chosen, for the sentences. */
export type SetOrigin = 'folder' | 'files' | 'zip'

const PLACES: Record<SetOrigin, string> = {
  folder: 'the folder',
  files: 'the files you chose',
  zip: 'the ZIP',
}

const MAX_QUOTED = 60

/** Returns a text in quotation marks, cut to 60 characters. */
export function quote(text: string): string {
  const characters = [...text]
  return `“${characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('')}…` : text}”`
}

/** Returns a count with separators. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en')
}

/** Returns a count with its noun in the right number. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Names texts, the first three of them in full. */
function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => quote(name))
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${formatNumber(rest)} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}

/** Sentences of problems. Each states what is wrong and, where it is not plain, what to do. */
export const sentences = {
  // Sheets
  noColumns:
    'The first line has no known column names. Name the columns in it: file_name, tokenID, name, description, and one for each trait.',
  unnamedColumn: (column: number) =>
    `Column ${column} has values but no name. Name it in the first line, or delete it.`,
  repeatedColumn: (name: string, other: string) =>
    name === other
      ? `The column ${quote(name)} appears twice. Delete one, or rename it.`
      : `The columns ${quote(other)} and ${quote(name)} mean the same. Delete one, or rename it.`,
  openQuote:
    'A quotation mark opens here and does not close, so that the rest of the file is one cell. Close it, or write "" for a quotation mark inside a text.',
  shortRow: (cells: number, columns: number) =>
    `There ${cells === 1 ? 'is 1 cell' : `are ${cells} cells`}, and the first line names ${columns}. Fill in the rest of the row. Cells may be empty.`,
  longRow: (cells: number, columns: number) =>
    `There are ${cells} cells, and the first line names ${columns}. Put texts with a comma or semicolon in quotation marks.`,
  noRows: 'There are no rows under the first line.',
  spoiledNumber: (cell: string) =>
    `${quote(cell)} is a number that a spreadsheet rounded. Format the column as text, enter the value again and save the file again.`,
  spoiledCell: (cell: string) =>
    `${quote(cell)} is an error or a full column of a spreadsheet, not a value. Correct the cell and save the file again.`,
  strippedZeros: (cell: string, file: string) =>
    `${quote(cell)} is named here, and the file is ${quote(file)}: a spreadsheet removed the zeros. Format the column as text, or use that file.`,

  // JSON
  brokenJson: (line: number, column: number, reason: string) =>
    `Line ${line}, column ${column}: ${reason}`,
  noWorkInJson:
    'This is not the description of a work. Use an object with name, image and attributes, or a list of them.',
  wrongJsonField: (field: string, kind: string) => `${quote(field)} has to be ${kind}.`,
  differentId: (id: string, file: string) =>
    `Its id is ${id}, and the file is named ${quote(file)}. Use one number in both.`,

  // Ids
  wrongId: (id: string) =>
    `${quote(id)} is not an id. Use whole numbers: 1, 2, 3 and so on.`,
  noId: 'The other rows have an id, and this one has none.',
  repeatedId: (id: string, other: string) =>
    `#${id} is also ${other}. Each id is there once.`,
  idGap: (from: number, to: number) =>
    from === to
      ? `#${from} is missing before this one. Ids follow each other without a gap.`
      : `#${from} to #${to} are missing before this one. Ids follow each other without a gap.`,
  wrongFirstId: (first: number) =>
    `The lowest id is ${formatNumber(first)}. Ids begin at 1, or at 0.`,

  // Files
  missingImage: (name: string, origin: SetOrigin) =>
    `${name} is named here but is not in ${PLACES[origin]}`,
  noImage: 'No file is named here. Name the image of this work.',
  missingPoster: (name: string) =>
    `${name} is a video and needs an image that is shown until it plays. Add one of the same name, such as ${name.replace(/\.[^.]*$/, '')}.png`,
  oneWork:
    'Choose one image, or one video and the image that is shown until it plays. For more, choose a set of images.',
  unclearFile: (name: string, paths: readonly string[]) =>
    `${quote(name)} may be ${nameSome(paths)}. Write the whole name.`,
  wrongType: (name: string, what: string) => `${name} cannot be used. ${what}`,
  notPicture: (name: string) =>
    `${name} is not an image. Name a PNG, JPEG, WebP, GIF or AVIF here.`,
  extraFile: (path: string) => `${path} is named in no row. Add a row, or leave it out.`,
  orderOfFiles: (first: string, last: string, count: number) =>
    count === 1
      ? `No sheet names the image: ${first} becomes #1.`
      : `No sheet names the images. In the order of their names ${first} becomes #1 and ${last} becomes #${count}. Look at the grid and confirm it.`,
  orderOfRows: (first: string, last: string) =>
    `No column names the files. In the order of their names ${first} goes to the first row and ${last} to the last. Look at the grid and confirm it, or add a column file_name.`,
  rowsAndFiles: (rows: number, files: number) =>
    `No column names the files, and there ${rows === 1 ? 'is' : 'are'} ${plural(rows, 'row')} for ${plural(files, 'image')}. Add a column file_name.`,

  // Pictures
  duplicate: (id: string, place: string) => `The same picture as #${id}${place}`,
  wrongSize: (size: string, usual: string) => `${size}, the set is ${usual}`,
  cameraData: (name: string, found: string) =>
    `${name} holds ${found}, which cannot be removed from this kind of file. Keep it, or replace the file.`,

  // Texts
  tooLong: (field: string, count: number, most: number) =>
    `${field} has ${formatNumber(count)} characters. The maximum is ${formatNumber(most)}.`,
  characters: (field: string, problem: string) => `${field}: ${problem}`,
  link: (url: string) => `${quote(url)}: use an address that starts with https.`,

  // Traits
  unknownTrait: (trait: string, value: string) => `${trait} is ${quote(value)}`,
  unknownTraitFirst: (trait: string, value: string, count: number, usual: string) =>
    `${trait} is ${quote(value)}. ${count === 1 ? '1 other row has' : `${formatNumber(count)} other rows have`} ${quote(usual)}`,
  traitName: (rare: string, rareCount: number, usual: string, count: number) =>
    `The traits ${quote(rare)} in ${plural(rareCount, 'work')} and ${quote(usual)} in ${formatNumber(count)} differ in letter case or spaces only.`,
  unnamedTrait: 'A trait has no name: every attribute needs a trait_type.',
  wrongTraitValue: (trait: string) =>
    `The value of ${quote(trait)} has to be a text, a number, true or false.`,
  repeatedTrait: (trait: string) => `The trait ${quote(trait)} appears twice.`,
  wrongDisplayType: (trait: string, type: string) =>
    `${quote(trait)} has the display_type ${quote(type)}. Use number, date, boost_number or boost_percentage with a number as value, or none.`,
  tooManyTraits: (count: number, most: number) =>
    `There are ${formatNumber(count)} different traits. The maximum is ${most}.`,

  // The set
  supply: (works: number, supply: number) =>
    `There ${works === 1 ? 'is' : 'are'} ${plural(works, 'work')}, and the supply is ${formatNumber(supply)}. Make them the same.`,
  noWorks: 'There are no images. Choose PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM files.',
  tooManyWorks: (count: number, most: number) =>
    `There are ${formatNumber(count)} works. The maximum is ${formatNumber(most)}.`,
  twoSheets: (first: string, second: string) =>
    `${second} is a second sheet beside ${first}. Leave out the one you do not need.`,
  sheetAndJson: (sheet: string, json: number) =>
    `${sheet} and ${plural(json, 'JSON file')} both describe the works. Leave out the one you do not need.`,
}

/** Sentences about what is read otherwise than it was written, or not read. */
export const notices = {
  system: (count: number) => `${plural(count, 'system file')} left out`,
  other: (names: readonly string[]) =>
    `${nameSome(names)} left out: not an image, a video, a sheet or JSON`,
  shift: (example: string) => `Ids begin at 0: ${example} becomes #1`,
  idsFromNames: 'Items are numbered as their files are',
  idsFromOrder: 'Items are numbered from 1 in the order of the rows',
  extension: (count: number, name: string, path: string) =>
    `${plural(count, 'name')} matched without the ending: ${quote(name)} is ${quote(path)}`,
  folded: (count: number, name: string, path: string) =>
    `${plural(count, 'name')} matched in another letter case or form: ${quote(name)} is ${quote(path)}`,
  paired: (count: number) =>
    `${plural(count, 'video')} matched to the image of the same name`,
  sizes: (count: number) => `The images have ${formatNumber(count)} different sizes`,
  cameraRemoved: (count: number) =>
    `Location or camera data was removed from ${plural(count, 'file')}: the pictures are unchanged`,
  cameraKept: (count: number) =>
    `Location or camera data stays in ${plural(count, 'file')}`,
  column: (name: string) => `The column ${quote(name)} is not read`,
  field: (name: string, count: number) =>
    `The field ${quote(name)} is not kept, in ${plural(count, 'work')}`,
  numbered: (count: number, name: string, id: string) =>
    `${count === 1 ? '1 name holds' : `${formatNumber(count)} names hold`} the number of the work, such as ${quote(name)} for #${id}`,
  listBesideFiles: (file: string) =>
    `${quote(file)} is not read: each work has a JSON file of its own`,
}

/** Why kinds of files are refused as works, by their extensions. */
const WRONG_TYPES: [endings: RegExp, sentence: string][] = [
  [/^svg$/, 'SVG is not supported. Export it as PNG.'],
  [
    /^(tif|tiff|bmp|psd|ai|eps|jxl|jp2|tga|xcf|kra|raw|dng|cr2|nef)$/,
    'Export it as PNG or JPEG.',
  ],
  [/^(heic|heif)$/, 'HEIC is not shown by most browsers. Export it as JPEG.'],
  [/^pdf$/, 'PDF is not supported. Export the page as PNG or JPEG.'],
  [/^(mov|avi|mkv|wmv|mpg|mpeg|ogv)$/, 'Export it as MP4 or WebM.'],
  [
    /^(mp3|wav|ogg|flac|m4a|aac)$/,
    'Sound alone is not supported. Make an MP4 of it, with a poster.',
  ],
  [
    /^(glb|gltf|obj|fbx|usdz|stl|html|htm)$/,
    '3D models and web pages are not supported yet. Use an image or a video.',
  ],
  [/^(xlsx|xls|ods|numbers)$/, 'This is a workbook. Save its sheet as CSV and use that.'],
]

/** Returns what is wrong with a file by the ending of its name; undefined for other endings. */
export function describeWrongType(ending: string): string | undefined {
  return WRONG_TYPES.find(([endings]) => endings.test(ending))?.[1]
}
