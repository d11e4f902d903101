/** A label has a line for each so many characters, where its hyphens let it break. */
const LINE_CHARACTERS = 11
/** No line is longer: its font would be smaller than the suffix. */
const MAX_LINE_CHARACTERS = 16
/** A line ends after a hyphen up to so far from where lines would be even. */
const MAX_HYPHEN_DISTANCE = 5
const LABEL_Y = 312
const SUFFIX_Y = 354
/** A line fits while font size times characters is at most this. */
const WIDTH = 526
const SUFFIX_SIZE = 26
/** Font sizes of one, two and three lines. */
const SIZES = [88, 66, 54] as const

/**
 * Draws the picture of a name as SVG: the same as the registry's `tokenURI`, to the byte
 * (contracts/src/names/NameCard.sol). Only the label and the suffix vary.
 */
export function drawNameCard(label: string, suffix: string): string {
  const [name, end] = [escapeXml(label), escapeXml(suffix)]
  return `${drawHead(`${name}.${end}`)}${drawLabel(name)}${drawSuffix(`.${end}`)}`
}

/** Characters of a label and a suffix need no escape; whatever else came here would. */
function escapeXml(text: string): string {
  return text.replaceAll(/[^a-z0-9.-]/g, (char) => `&#${char.codePointAt(0)};`)
}

function drawLabel(label: string): string {
  const lines = splitLines(label)
  const longest = Math.max(...lines.map(({ length }) => length))
  const most = SIZES[lines.length - 1] ?? SIZES[2]
  const size = Math.min(most, Math.floor(WIDTH / longest))
  const drawn = lines.map((line, at) => {
    const y = LABEL_Y - Math.floor((size * 27) / 25) * (lines.length - 1 - at)
    return drawText(line, y, size)
  })
  return `<g fill="#f4f1e8" font-family="ui-monospace,Menlo,Consolas,monospace" font-weight="700">${drawn.join('')}</g>`
}

function splitLines(label: string): string[] {
  const lines: string[] = []
  let left = Math.ceil(label.length / LINE_CHARACTERS)
  for (let rest = label; rest !== ''; left -= 1) {
    const cut = findCut(rest, left)
    lines.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return lines
}

/**
 * Returns where the first of up to `left` lines ends: after the hyphen that is nearest to where the
 * lines were even. Without one the rest stays whole if it fits, and is halved otherwise.
 */
function findCut(rest: string, left: number): number {
  const even = Math.ceil(rest.length / left)
  const isEnd = (end: number) =>
    rest[end - 1] === '-' &&
    end < rest.length &&
    end <= MAX_LINE_CHARACTERS &&
    rest.length - end <= MAX_LINE_CHARACTERS * (left - 1)
  const hyphen =
    left > 1 ? HYPHEN_STEPS.map((step) => even + step).find(isEnd) : undefined
  const whole =
    rest.length <= MAX_LINE_CHARACTERS ? rest.length : Math.ceil(rest.length / 2)
  return hyphen ?? whole
}

/** 0, -1, 1, -2, 2, ... */
const HYPHEN_STEPS = [
  0,
  ...Array.from({ length: MAX_HYPHEN_DISTANCE }, (_, at) => [-at - 1, at + 1]).flat(),
]

function drawSuffix(suffix: string): string {
  const size = Math.min(SUFFIX_SIZE, Math.floor(WIDTH / suffix.length))
  return `<g fill="#a9bdb2" font-family="ui-monospace,Menlo,Consolas,monospace">${drawText(suffix, SUFFIX_Y, size)}</g></svg>`
}

function drawText(line: string, y: number, size: number): string {
  const width = Math.floor((line.length * size * 3) / 5)
  return `<text x="40" y="${y}" font-size="${size}" textLength="${width}">${line}</text>`
}

function drawHead(title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img"><title>${title}</title><path fill="#efece3" d="M0 0h400v400H0z"/><rect x="13.5" y="13.5" width="373" height="373" rx="5" fill="none" stroke="#cfc9b8"/><rect x="20" y="20" width="360" height="360" rx="2" fill="#14221c"/><g fill="none" stroke="#4f9c78" stroke-width="1.6"><path d="M20 50q45-4 90 0t90 0 90 0 90 0M20 59q45-7 90 0t90 0 90 0 90 0M20 68q45-10 90 0t90 0 90 0 90 0M20 77q45-13 90 0t90 0 90 0 90 0"/><circle cx="290" cy="80" r="34" fill="#d9542b" stroke="none"/><path stroke-width="2.6" d="M20 88q45-18 90 0t90 0 90 0 90 0M20 99q45-22 90 0t90 0 90 0 90 0M20 110q45-26 90 0t90 0 90 0 90 0M20 121q45-30 90 0t90 0 90 0 90 0M20 132q45-34 90 0t90 0 90 0 90 0"/></g>`
}
