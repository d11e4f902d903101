import type { Academy } from '@platemark/academy/read-academy'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  academyWithHistory,
  publishedArticle,
  rightAnswers,
  wrongAnswers,
} from '../../../test/academy.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { commands } from '../moderation/commands.ts'

let server: TestServer
let academy: Academy

const ALIAS = 'wallet-basics'
const quizPath = `/api/academy/${ALIAS}/quiz`

beforeAll(async () => {
  academy = academyWithHistory()
  server = await testServer({}, { academy })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('articles', () => {
  test('are listed by track, with what their cards show', async () => {
    const { status, data, headers } = await server.get('/api/academy')
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('max-age=3600')
    expect(headers.etag).toBeDefined()
    expect(data).toHaveLength(16)
    expect(data[0]).toMatchObject({
      alias: ALIAS,
      track: 'start-safely',
      order: 1,
      reading_minutes: 8,
      locales: ['en', 'es'],
    })
    expect(data[0].cover).toMatch(/^\/academy-files\/en\/wallet-basics\/cover\.svg\?v=/)
    expect(data.at(-1).track).toBe('go-further')
  })

  test('are listed in a language where there is a translation', async () => {
    const { data } = await server.get('/api/academy?locale=es')
    expect(data[0].title).toBe('Tu cartera, sin jerga')
    expect(data[1].title).toBe('What am I signing?')
  })

  test('have headings, their neighbours in the track and related ones', async () => {
    const { status, data } = await server.get('/api/academy/signatures-and-approvals')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      locale: 'en',
      is_outdated: false,
      track_title: 'Start safely',
      track_length: 4,
      previous: { alias: ALIAS },
      next: { alias: 'avoid-scams', title: 'Spot a scam before it costs you' },
    })
    expect(data.headings.at(-1)).toEqual({ id: 'in-short', level: 2, text: 'In short' })
    expect(data.related.length).toBeGreaterThan(1)
    const { data: first } = await server.get(`/api/academy/${ALIAS}`)
    expect([first.previous, first.questions]).toEqual([null, 5])
    const { data: last } = await server.get('/api/academy/verify-it-yourself')
    expect(last.next).toBeNull()
  })

  test('are found by a former alias, and in English where a translation is missing', async () => {
    const former = await server.get('/api/academy/what-is-a-wallet?locale=es')
    expect(former.data).toMatchObject({ alias: ALIAS, locale: 'es', is_outdated: true })
    const other = await server.get('/api/academy/avoid-scams?locale=es')
    expect(other.data).toMatchObject({ locale: 'en', is_outdated: false })
  })

  test.each(['', '/quiz'])('that never existed are 404 (%j)', async (path) => {
    const { status, error } = await server.get(`/api/academy/no-such-article${path}`)
    expect([status, error]).toMatchObject([
      404,
      { code: 'article_not_found', message: 'This lesson does not exist.' },
    ])
  })

  test('that were withdrawn are 410, with what to read instead', async () => {
    const { status, error, body } = await server.get('/api/academy/gas-tokens')
    expect([status, error?.code]).toEqual([410, 'article_withdrawn'])
    expect(JSON.parse(body).data).toEqual({
      alias: 'gas-tokens',
      title: 'Gas tokens',
      withdrawn: '2026-11-01',
      reason: 'Gas tokens have no use since EIP-3529.',
      instead: { alias: 'gas-and-fees', title: publishedArticle('gas-and-fees').title },
    })
    const quiz = await server.get('/api/academy/old-news/quiz')
    expect([quiz.status, JSON.parse(quiz.body).data.instead]).toEqual([410, null])
  })

  test.each(['/api/academy?locale=english', '/api/academy/UPPER', '/api/academy?x=1'])(
    'are not asked for by %s',
    async (url) => {
      const { status, error } = await server.get(url)
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
    },
  )

  test('have their pictures on this server, immutable under their hash', async () => {
    const { data } = await server.get('/api/academy')
    for (const { cover } of data.slice(0, 3)) {
      const { status, headers } = await server.get(cover)
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(headers['cache-control']).toContain('immutable')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      const plain = await server.get(cover.split('?')[0])
      expect([plain.status, plain.headers['cache-control']]).toEqual([
        200,
        'public, max-age=3600',
      ])
    }
    for (const file of ['nope.svg', 'quiz.yaml', 'article.mdx', '..%2ftracks.yaml']) {
      const { status } = await server.get(`/academy-files/en/${ALIAS}/${file}`)
      expect([file, status]).toEqual([file, 404])
    }
  })
})

describe('a quiz', () => {
  test('has no answers, and its options in another order each time', async () => {
    const seen = new Set<string>()
    for (let count = 0; count < 12; count += 1) {
      const { status, data, headers, body } = await server.get(quizPath)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(body).not.toMatch(/"correct"|"explanation"|"more"/)
      expect(data.quiz_version).toBe(publishedArticle(ALIAS).quiz_version)
      seen.add(data.questions[0].options.map(({ id }: { id: string }) => id).join())
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  test('of every article is passed by its right answers', async () => {
    for (const { alias, quiz } of academy.english.articles) {
      const { status, data } = await server.post(
        `/api/academy/${alias}/quiz`,
        rightAnswers(alias),
      )
      expect([alias, status, data.passed, data.percent]).toEqual([alias, 200, true, 100])
      expect(data).toMatchObject({
        score: quiz.questions.length,
        total: quiz.questions.length,
        recorded: false,
        completed_at: null,
      })
    }
  })

  test('explains only the chosen options at a first failed attempt', async () => {
    const sent = wrongAnswers(ALIAS)
    const { data } = await server.post(quizPath, sent)
    expect(data).toMatchObject({ passed: false, score: 0, percent: 0, recorded: false })
    for (const { id, correct, chosen, right, explanations, more } of data.questions) {
      expect([correct, right]).toEqual([false, null])
      expect(Object.keys(explanations)).toEqual(chosen)
      expect(chosen).toEqual(sent.answers[id])
      expect(more).toMatch(/^[a-z0-9-]+$/)
    }
    const second = await server.post(quizPath, { ...sent, attempt: 2 })
    for (const { right, explanations } of second.data.questions) {
      expect(right.length).toBeGreaterThan(0)
      expect(Object.keys(explanations).length).toBeGreaterThan(1)
    }
  })

  test('is passed with 80 %, and not with less', async () => {
    const right = rightAnswers(ALIAS)
    const [first = '', second = ''] = Object.keys(right.answers)
    const wrong = wrongAnswers(ALIAS).answers
    const one = { ...right.answers, [first]: wrong[first] }
    const { data } = await server.post(quizPath, { ...right, answers: one })
    expect([data.passed, data.percent]).toEqual([true, 80])
    const two = { ...one, [second]: wrong[second] }
    const { data: failed } = await server.post(quizPath, { ...right, answers: two })
    expect([failed.passed, failed.percent]).toEqual([false, 60])
  })

  test.each([
    ['is missing', (answers: Answers, id: string) => drop(answers, id)],
    ['is empty', (answers: Answers, id: string) => ({ ...answers, [id]: [] })],
    ['is unknown', (answers: Answers) => ({ ...answers, 'no-such': ['a'] })],
    [
      'names another option',
      (answers: Answers, id: string) => ({ ...answers, [id]: ['x'] }),
    ],
    [
      'names two options of one',
      (answers: Answers, id: string) => ({ ...answers, [id]: ['restore', 'gone'] }),
    ],
  ])('is not graded when an answer %s', async (_, change) => {
    const sent = rightAnswers(ALIAS)
    const answers = change(sent.answers, 'phone-lost')
    const { status, error } = await server.post(quizPath, { ...sent, answers })
    expect([status, error?.code, error?.message]).toEqual([
      422,
      'quiz_incomplete',
      'Answer every question.',
    ])
    expect(Object.keys(error?.fields ?? {})).toHaveLength(1)
  })

  test('of another version is refused, with the present one', async () => {
    const sent = { ...rightAnswers(ALIAS), quiz_version: 'f'.repeat(16) }
    const { status, error, body } = await server.post(quizPath, sent)
    expect([status, error?.code]).toEqual([409, 'quiz_changed'])
    const { data } = JSON.parse(body)
    expect(data.quiz_version).toBe(publishedArticle(ALIAS).quiz_version)
    expect(data.questions).toHaveLength(5)
    expect(body).not.toContain('explanation')
  })

  test('of a translation counts for the article', async () => {
    const sent = { ...rightAnswers(ALIAS), quiz_version: '0123456789abcdef' }
    const { data } = await server.post(quizPath, sent, { as: ada })
    expect([data.passed, data.recorded]).toEqual([true, true])
  })

  test('is graded ten times in ten minutes, for each article and each caller', async () => {
    const limited = await testServer({ rate_limit_scale: 1 }, { academy })
    const send = (path: string, call: { as?: typeof ada; from?: string } = {}) =>
      limited.post(path, wrongAnswers(ALIAS), call)
    for (let count = 0; count < 10; count += 1) {
      expect((await send(quizPath, { as: ada })).status).toBe(200)
    }
    const { status, error, headers } = await send(quizPath, { as: ada })
    expect([status, error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(60)
    expect((await send(quizPath)).status).toBe(200)
    expect((await send(quizPath, { as: bob })).status).toBe(200)
    const other = await limited.post(
      '/api/academy/avoid-scams/quiz',
      wrongAnswers('avoid-scams'),
      { as: ada },
    )
    expect(other.status).toBe(200)
    await limited.close()
  })
})

type Answers = Record<string, string[]>

function drop(answers: Answers, id: string): Answers {
  const { [id]: _, ...others } = answers
  return others
}

describe('progress', () => {
  const progressPath = '/api/academy/progress'
  const read = async () => (await server.get(progressPath, { as: ada })).data

  test('is empty at first, and signed-in only', async () => {
    expect(await read()).toEqual({ articles: {}, completed: 0, total: 16 })
    for (const { status, error } of [
      await server.get(progressPath),
      await server.post(progressPath, { articles: {} }),
    ]) {
      expect([status, error?.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('counts attempts, the best of them, and when an article was completed first', async () => {
    await server.post(quizPath, wrongAnswers(ALIAS), { as: ada })
    const failed = (await read()).articles[ALIAS]
    expect(failed).toMatchObject({ state: 'started', best_percent: 0, attempts: 1 })
    const passed = await server.post(quizPath, rightAnswers(ALIAS), { as: ada })
    expect(passed.data).toMatchObject({ recorded: true, passed: true })
    const again = await server.post(quizPath, wrongAnswers(ALIAS), { as: ada })
    expect(again.data.completed_at).toBe(passed.data.completed_at)
    expect(await read()).toMatchObject({
      articles: {
        [ALIAS]: {
          state: 'completed',
          best_percent: 100,
          attempts: 3,
          completed_at: passed.data.completed_at,
        },
      },
      completed: 1,
    })
    expect((await server.get(progressPath, { as: bob })).data.completed).toBe(0)
  })

  test('shows the right answers from the second attempt of an account on', async () => {
    const first = await server.post(
      quizPath,
      { ...wrongAnswers(ALIAS), attempt: 9 },
      { as: ada },
    )
    expect(first.data.questions[0].right).toBeNull()
    const second = await server.post(quizPath, wrongAnswers(ALIAS), { as: ada })
    expect(second.data.questions[0].right).toEqual(['restore'])
  })

  test('of a browser is merged: the further state counts, completed never', async () => {
    await server.post('/api/academy/avoid-scams/quiz', rightAnswers('avoid-scams'), {
      as: ada,
    })
    const articles = {
      [ALIAS]: { state: 'completed' },
      'avoid-scams': { state: 'started' },
      'gas-and-fees': { state: 'started' },
      'plan-phases': { state: 'not_started' },
      'no-such-article': { state: 'read' },
      'what-is-a-wallet': { state: 'started' },
    }
    const { status, data } = await server.post(progressPath, { articles }, { as: ada })
    expect(status).toBe(200)
    const states = Object.entries(data.articles).map(([alias, one]) => [
      alias,
      (one as { state: string }).state,
    ])
    expect(Object.fromEntries(states)).toEqual({
      [ALIAS]: 'read',
      'avoid-scams': 'completed',
      'gas-and-fees': 'started',
    })
    expect(data.completed).toBe(1)
    const later = { 'gas-and-fees': { state: 'read' }, [ALIAS]: { state: 'started' } }
    await server.post(progressPath, { articles: later }, { as: ada })
    const { articles: now } = await read()
    expect([now['gas-and-fees'].state, now[ALIAS].state]).toEqual(['read', 'read'])
  })

  test('under a former alias counts for the present article', async () => {
    const { database } = server
    await server.tokenOf(ada)
    const { id: user_id } = await database
      .selectFrom('users')
      .select('id')
      .executeTakeFirstOrThrow()
    const at = new Date('2026-01-01T00:00:00Z')
    await database
      .insertInto('academy_progress')
      .values([
        {
          ...{ user_id, alias: 'what-is-a-wallet', state: 'completed', attempts: 2 },
          ...{ best_percent: 80, started_at: at, completed_at: at },
        },
        { user_id, alias: ALIAS, state: 'started', started_at: new Date(), attempts: 0 },
        { user_id, alias: 'gas-tokens', state: 'read', started_at: at, attempts: 0 },
      ])
      .execute()
    expect(await read()).toEqual({
      articles: {
        [ALIAS]: {
          state: 'completed',
          best_percent: 80,
          attempts: 2,
          started_at: at.toISOString(),
          completed_at: at.toISOString(),
        },
      },
      completed: 1,
      total: 16,
    })
  })

  test('keeps 50 attempts of an account at a quiz', async () => {
    for (let count = 0; count < 52; count += 1) {
      await server.post(quizPath, wrongAnswers(ALIAS), { as: ada })
    }
    const rows = await server.database
      .selectFrom('academy_attempts')
      .select('id')
      .execute()
    expect(rows).toHaveLength(50)
    expect((await read()).articles[ALIAS].attempts).toBe(52)
  })

  test.each([{ articles: { a: { state: 'done' } } }, { articles: [] }, {}])(
    'is not merged from %j',
    async (body) => {
      const { status, error } = await server.post(progressPath, body, { as: ada })
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
    },
  )
})

describe('a reader', () => {
  const ratingPath = `/api/academy/${ALIAS}/feedback`
  const reportPath = `${quizPath}/report`
  const report = (text: string) => ({
    ...{ quiz_version: publishedArticle(ALIAS).quiz_version, question: 'phone-lost' },
    text,
  })

  test('rates an article once; a later rating replaces it', async () => {
    for (const helpful of [true, false]) {
      expect((await server.post(ratingPath, { helpful })).status).toBe(204)
    }
    await server.post(ratingPath, { helpful: true }, { from: '203.0.113.9' })
    await server.post(ratingPath, { helpful: true }, { as: ada })
    const rows = await server.database
      .selectFrom('article_ratings')
      .select(['alias', 'rater', 'helpful'])
      .orderBy('helpful')
      .execute()
    expect(rows.map(({ helpful }) => helpful)).toEqual([false, true, true])
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  })

  test('reports a question; a second report replaces an open one', async () => {
    for (const text of ['Unclear.', 'Two options are right.']) {
      const { status, data } = await server.post(reportPath, report(text))
      expect([status, data]).toEqual([202, { status: 'received' }])
    }
    await server.post(reportPath, report('I agree.'), { as: ada })
    const rows = await server.database
      .selectFrom('question_reports')
      .select(['question', 'text'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { question: 'phone-lost', text: 'Two options are right.' },
      { question: 'phone-lost', text: 'I agree.' },
    ])
  })

  test('leaves room for others: a question has a bounded number of open reports', async () => {
    const most = await testServer(
      { limits: { open_reports_per_question: 2 } },
      { academy },
    )
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await most.post(reportPath, report(from), { from })
    }
    const rows = await most.database
      .selectFrom('question_reports')
      .select('text')
      .orderBy('id')
      .execute()
    expect(rows.map(({ text }) => text)).toEqual(['203.0.113.2', '203.0.113.3'])
    await most.close()
  })

  test('cannot report a question that the quiz does not have', async () => {
    const { status, error } = await server.post(reportPath, {
      ...report('Where is it?'),
      question: 'no-such-question',
    })
    expect([status, error?.code]).toEqual([404, 'question_not_found'])
  })

  test.each([
    [`/api/academy/gas-tokens/feedback`, { helpful: true }, 410],
    [`/api/academy/no-such-one/feedback`, { helpful: true }, 404],
    [`/api/academy/${ALIAS}/feedback`, { helpful: 'yes' }, 422],
    [`/api/academy/gas-tokens/quiz`, { quiz_version: 'f'.repeat(16), answers: {} }, 410],
    [`/api/academy/no-such-one/quiz`, { quiz_version: 'f'.repeat(16), answers: {} }, 404],
    [`/api/academy/${ALIAS}/quiz`, { answers: {} }, 422],
    [`/api/academy/${ALIAS}/quiz/report`, { ...report(''), text: '' }, 422],
    [`/api/academy/gas-tokens/quiz/report`, report('Gone?'), 410],
    [`/api/academy/no-such-one/quiz/report`, report('Gone?'), 404],
  ])('sends to %s what is answered with its status', async (url, body, expected) => {
    const { status } = await server.post(url, body)
    expect([url, status]).toEqual([url, expected])
  })
})

describe('the operator', () => {
  const operator = () => operatorContext(server)
  const report = (question: string) => ({
    ...{ quiz_version: publishedArticle(ALIAS).quiz_version, question },
    text: 'Two options are right.',
  })

  test('reads the reports of questions, open ones first, and closes them', async () => {
    await server.post(`${quizPath}/report`, report('phone-lost'))
    await server.post(`${quizPath}/report`, report('two-accounts'), { as: ada })
    const [first, second] = (await commands.questions(operator(), { page: 1 })).reports
    expect([first?.question, second?.question]).toEqual(['phone-lost', 'two-accounts'])
    const closing = { id: first?.id ?? 0, note: 'Reworded.' }
    expect(await commands.close_question(operator(), closing)).toEqual({
      alias: ALIAS,
      question: 'phone-lost',
    })
    await expect(commands.close_question(operator(), closing)).rejects.toThrow(
      `There is no open report ${closing.id} of a question.`,
    )
    const after = await commands.questions(operator(), { page: 1 })
    expect([after.open, after.total]).toEqual([1, 2])
    expect(after.reports.map(({ question }) => question)).toEqual([
      'two-accounts',
      'phone-lost',
    ])
    expect(after.reports[1]).toMatchObject({
      closed_by: 'olga',
      closing_note: 'Reworded.',
    })
    const { lines } = await commands.audit(operator(), { page: 1 })
    expect(lines[0]).toMatchObject({ action: 'close question', by: 'olga' })
  })

  test('reads how many readers found an article helpful', async () => {
    await server.post(`/api/academy/${ALIAS}/feedback`, { helpful: true })
    await server.post(`/api/academy/${ALIAS}/feedback`, { helpful: true }, { as: ada })
    await server.post(`/api/academy/${ALIAS}/feedback`, { helpful: false }, { as: bob })
    expect(await commands.ratings(operator(), {})).toEqual({
      articles: [{ alias: ALIAS, helpful: 2, not_helpful: 1 }],
    })
  })
})
