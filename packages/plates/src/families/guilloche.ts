import { disc, line, type Point, polyline, solid } from '../pen.ts'
import type { Sheet } from '../sheet.ts'

/** Draws engine-turned ornaments: two rosette bands, a spirograph, or a field of small rosettes. */
export function guilloche(sheet: Sheet): string {
  const kind = sheet.chance.below(3)
  const art = kind === 0 ? bands(sheet) : kind === 1 ? spirograph(sheet) : field(sheet)
  if (sheet.isFramed) return art
  const [main] = sheet.inks
  return art + line('M4 4H96V96H4z', main, 0.7) + line('M6 6H94V94H6z', main, 0.35)
}

function bands({ chance, inks: [main, accent, second] }: Sheet): string {
  const petals = 5 + chance.below(8)
  const swing = chance.between(5, 8)
  const outer = rosette({
    radius: 40 - swing,
    swing,
    petals: petals * 2,
    turns: 6 + chance.below(4),
    ink: main,
    width: 0.42,
  })
  const inner = rosette({
    radius: 25 - swing,
    swing: chance.between(6, 11),
    petals,
    turns: 7 + chance.below(5),
    ink: second,
    width: 0.42,
    lobe: 0.3,
  })
  return outer + inner + solid(disc(50, 50, chance.between(3, 7)), accent)
}

function spirograph({ chance, inks: [main, accent, second] }: Sheet): string {
  const x = chance.between(30, 70)
  const y = chance.between(30, 70)
  const petals = 7 + chance.below(11)
  const reach = chance.between(30, 46)
  const count = 9 + chance.below(6)
  let art = ''
  for (let i = 0; i < count; i++) {
    art += rosette({
      x,
      y,
      radius: reach * (0.25 + (0.75 * i) / count),
      swing: reach * 0.16 * (1 - (i / count) * 0.6),
      petals,
      turns: 2,
      ink: i < count * 0.35 ? accent : i < count * 0.7 ? main : second,
      width: 0.55,
    })
  }
  for (let i = 0; i < 5; i++) {
    art += line(disc(x, y, reach * 1.2 + i * i * 1.6 + i * 2), second, 0.5)
  }
  return art
}

function field({ chance, inks: [main, accent, second] }: Sheet): string {
  const petals = 6 + chance.below(5)
  const side = 2 + chance.below(2)
  const cell = 84 / side
  const shallow = chance.between(0.1, 0.16)
  const deep = chance.between(0.16, 0.22)
  const eye = chance.between(0.05, 0.1)
  const lobe = chance.between(0.2, 0.5)
  let art = ''
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const x = 8 + cell * (i + 0.5)
      const y = 8 + cell * (j + 0.5)
      const isOdd = (i + j) % 2 === 1
      art += rosette({
        x,
        y,
        radius: cell * 0.27,
        swing: cell * (isOdd ? deep : shallow),
        petals: isOdd ? petals : petals + 5,
        turns: 6,
        ink: isOdd ? main : second,
        width: 0.45,
        lobe: isOdd ? lobe : 0,
      })
      art += solid(disc(x, y, cell * eye), accent)
    }
  }
  return art
}

type Rosette = {
  x?: number
  y?: number
  radius: number
  /** The amplitude of the line. */
  swing: number
  petals: number
  /** The number of copies of the line, each turned a little. */
  turns: number
  ink: string
  width: number
  /** The difference between the petals. */
  lobe?: number
}

function rosette(of: Rosette): string {
  const { x = 50, y = 50, radius, swing, petals, turns, ink, width, lobe = 0 } = of
  const steps = Math.min(168, petals * 9)
  let art = ''
  for (let turn = 0; turn < turns; turn++) {
    const phase = (turn / turns) * 2 * Math.PI
    const points: Point[] = []
    for (let step = 0; step < steps; step++) {
      const angle = (step / steps) * 2 * Math.PI
      const uneven = 1 + lobe * Math.cos((angle * petals) / 2 + phase)
      const reach = radius + swing * Math.sin(petals * angle + phase) * uneven
      points.push([x + reach * Math.cos(angle), y + reach * Math.sin(angle)])
    }
    art += line(`${polyline(points)}z`, ink, width)
  }
  return art
}
