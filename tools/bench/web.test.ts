import { describe, expect, test } from 'vitest'
import { judgeLoad, judgeRuns, judgeScripts, median, type Run } from './web-judge.ts'
import { quietVisits } from './web-quiet.ts'
import { untilRecorded, visitError } from './web-recording.ts'
import { mainThreadMs, type TraceEvent } from './web-trace.ts'

const run = (changes: Partial<Run> = {}): Run => ({
  performance: 100,
  others: { accessibility: 100, seo: 100 },
  lcpMs: 1200,
  cls: 0,
  blockedMs: 20,
  ...changes,
})
const floor = run({ others: {}, lcpMs: 1100, blockedMs: 0 })
const problemsOf = (ours: Run[], beside: Run[] = [floor]) =>
  judgeRuns('home', ours, beside).problems

test('the median is the middle, or half way between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

describe('a page', () => {
  test('that keeps up with the same page without scripts has no problem', () => {
    expect(problemsOf([run()])).toEqual([])
  })

  test('is judged by its median LCP, at most 1.2 times the other', () => {
    const of = (lcpMs: number) => run({ lcpMs })
    expect(problemsOf([of(1320), of(9000), of(900)])).toEqual([])
    expect(problemsOf([of(1321), of(9000), of(900)])).toEqual(['home: LCP 1.20 x'])
  })

  test('fails where even the page without scripts is slow', () => {
    const slow = run({ others: {}, lcpMs: 1501, blockedMs: 0 })
    expect(problemsOf([run()], [slow])).toEqual(['home: LCP without scripts 1501 ms'])
  })

  test('may work 150 ms more on its main thread', () => {
    expect(problemsOf([run({ blockedMs: 150 })])).toEqual([])
    expect(problemsOf([run({ blockedMs: 151 })])).toEqual([
      'home: main thread 151 ms more',
    ])
  })

  test('is judged by its best score, three points below the best of the other', () => {
    const of = (performance: number) => run({ performance })
    expect(problemsOf([of(97), of(60)])).toEqual([])
    expect(problemsOf([of(96), of(96)])).toEqual(['home: performance 96 of 100'])
  })

  test('is not judged by scores that differ without scripts, and says so', () => {
    const shaky = [floor, { ...floor, performance: 97 }]
    const { line, problems } = judgeRuns('home', [run({ performance: 60 })], shaky)
    expect(problems).toEqual([])
    expect(line).toContain('performance not measurable')
  })

  test('has to be perfect in every other category once', () => {
    const half = run({ others: { accessibility: 100, seo: 92 } })
    expect(problemsOf([half, run()])).toEqual([])
    expect(problemsOf([half])).toEqual(['home: seo 92'])
  })

  test('may not shift in any run', () => {
    expect(problemsOf([run(), run({ cls: 0.011 })])).toEqual(['home: CLS 0.0110'])
  })

  test('that was not measured is no success', () => {
    expect(problemsOf([], [floor])).toEqual(['home: not measured'])
    expect(problemsOf([run({ lcpMs: Number.NaN })])).toEqual(['home: LCP NaN x'])
  })
})

test('bytes, requests and shifts of a load are held against their limits', () => {
  const load = {
    htmlBytes: 14_000,
    firstScriptBytes: 110_000,
    bytes: 900_000,
    requests: 40,
    pictureBytes: 40_000,
    cls: 0.01,
  }
  expect(judgeLoad('home', load)).toEqual([])
  expect(judgeLoad('home', { ...load, htmlBytes: 14_001, cls: Number.NaN })).toEqual([
    'home, htmlBytes: 14001, at most 14000',
    'home, cls: NaN, at most 0.01',
  ])
})

test('later scripts have limits of their own, connecting and minting as a whole', () => {
  const scripts = [
    { file: 'base.js', bytes: 90_000 },
    { file: 'desk.js', bytes: 26_000 },
    { file: 'other.js', bytes: 25_001 },
  ]
  const steps = {
    connect: { files: [], bytes: 45_001 },
    mint: { files: ['desk.js'], bytes: 60_000 },
  }
  expect(judgeScripts(scripts, { first: ['base.js'], steps })).toEqual([
    'other.js: 25001, at most 25000',
    'connect and sign: 45001, at most 45000',
  ])
})

describe('the main thread', () => {
  const mark = (name: string, ts: number, navigationId = 'page'): TraceEvent => {
    return { name, ph: 'R', pid: 1, tid: 7, ts, args: { data: { navigationId } } }
  }
  const began = mark('navigationStart', 5)
  const paint = mark('firstContentfulPaint', 500)
  const task = (ts: number, ms: number, place = {}): TraceEvent => ({
    name: 'RunTask',
    ph: 'X',
    pid: 1,
    tid: 7,
    ts,
    tdur: ms * 1000,
    ...place,
  })
  const count = (events: TraceEvent[], slowdown = 1) =>
    mainThreadMs([began, ...events, paint], { beyondMs: 50, slowdown })

  test('counts what lies beyond 50 ms of each task', () => {
    expect(count([task(10, 70), task(600, 51), task(700, 50), task(800, 5)])).toBe(21)
  })

  test('is as slow as the measured device', () => {
    expect(count([task(10, 20)], 4)).toBe(30)
  })

  test('counts no other thread, and nothing from before the page', () => {
    expect(count([task(4, 90)])).toBe(0)
    expect(count([task(200, 90, { tid: 8 }), task(200, 90, { pid: 2 })])).toBe(0)
  })

  test('does not take the picture of a page for the page', () => {
    expect(count([task(10, 90), mark('navigationStart', 400, 'picture')])).toBe(40)
    const lost = () => mainThreadMs([paint], { beyondMs: 50, slowdown: 1 })
    expect(lost).toThrow('does not tell when the page was asked for')
  })
})

describe('a visit that the browser did not record', () => {
  const lost = visitError('/', { code: 'NO_NAVSTART', message: 'no start' })
  const failing = (times: number, error: Error) => {
    const said: string[] = []
    let visits = 0
    const visit = async () => {
      visits += 1
      if (visits <= times) throw error
      return visits
    }
    return { said, run: () => untilRecorded(visit, (line) => said.push(line)) }
  }

  test('is made again, twice at most, and said each time', async () => {
    const twice = failing(2, lost)
    expect(await twice.run()).toBe(3)
    expect(twice.said).toEqual(Array(2).fill(expect.stringContaining('no start')))
    await expect(failing(3, lost).run()).rejects.toThrow('no start')
  })

  test('is told from a page that fails, which is not visited again', async () => {
    const answers = { code: 'ERRORED_DOCUMENT_REQUEST', message: 'answers 500' }
    const broken = failing(1, visitError('/', answers))
    await expect(broken.run()).rejects.toThrow('answers 500')
    expect(broken.said).toEqual([])
  })
})

describe('on a machine that others share', () => {
  /** Work that takes so long, look after look; the first thirty teach what is quiet. */
  async function visitsAt(times: number[], later = 10) {
    const looks = [...Array<number>(30).fill(10), ...times]
    const said: string[] = []
    let pauses = 0
    const { undisturbed } = await quietVisits({
      work: async () => looks.shift() ?? later,
      pause: async () => {
        pauses += 1
      },
      say: (line) => said.push(line),
    })
    let visits = 0
    const visit = async () => {
      visits += 1
      return visits
    }
    const { result, isDisturbed } = await undisturbed(visit)
    return { undisturbed: () => undisturbed(visit), result, isDisturbed, said, pauses }
  }

  test('a visit between two quiet moments counts', async () => {
    expect(await visitsAt([10, 13])).toMatchObject({
      result: 1,
      isDisturbed: false,
      said: [],
      pauses: 0,
    })
  })

  test('a visit waits while the same work takes more than 1.3 times its best', async () => {
    expect(await visitsAt([14, 20, 10, 10])).toMatchObject({ result: 1, pauses: 2 })
  })

  test('a visit after which the machine is busy is made again, aloud', async () => {
    expect(await visitsAt([10, 14, 10, 10])).toMatchObject({
      result: 2,
      isDisturbed: false,
      said: ['  disturbed, and measured again'],
    })
  })

  test('the third visit counts, and is said to be disturbed', async () => {
    const busy = [10, 14, 10, 14, 10, 14]
    expect(await visitsAt(busy)).toMatchObject({ result: 3, isDisturbed: true })
  })

  test('where it is never quiet, it is waited for 300 times in all', async () => {
    const { undisturbed, ...first } = await visitsAt([], 20)
    expect(first).toMatchObject({ result: 1, isDisturbed: true, pauses: 300 })
    expect(await undisturbed()).toEqual({ result: 2, isDisturbed: true })
  })
})
