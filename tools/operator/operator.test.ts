import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import {
  type Database,
  folderVersion,
  openDatabase,
} from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { type RunningServer, startServer } from '../../apps/server/src/server.ts'
import { collectionRow } from '../../apps/server/test/collection.ts'
import { copyTemplate, emptyDatabase } from '../../apps/server/test/template.ts'
import { CommandError } from '../command-error.ts'
import { runHere, runProcess } from '../command-run.ts'
import { runOperator } from './command.ts'
import { formatReports } from './format.ts'
import { readOptions } from './options.ts'

const run = process.env.PLATEMARK_TEST_RUN ?? tmpdir()
const guide = readFileSync(join(import.meta.dirname, '../../docs/operator.md'), 'utf8')

const [collection, creator, reporter, user] = ['1', '2', '3', '4'].map(
  (digit) => `0x${digit.repeat(40)}`,
)
const place = `local/${collection}`

/** Runs the command in this process. */
const operator = (args: string[], environment: Record<string, string>) =>
  runHere(runOperator, args, environment)

/** Inserts a reported collection with an unreadable log, and a signed-in user. */
async function fill(database: Database): Promise<void> {
  const now = new Date()
  const own = { address: collection ?? '', owner: creator ?? '' }
  await database
    .insertInto('collections')
    .values(collectionRow({ chain_id: 31_337, ...own }))
    .execute()
  await database
    .insertInto('reports')
    .values({
      ...{ chain_id: 31_337, address: own.address, reporter: reporter ?? '' },
      ...{ category: 'copy', text: 'My print, my name taken off.', created_at: now },
    })
    .execute()
  await database
    .insertInto('unreadable_logs')
    .values({
      ...{ chain_id: 31_337, block_number: 1207, log_index: 3, time: now },
      ...{ collection: own.address, tx_hash: `0x${'5'.repeat(64)}` },
      reason: 'CapLowered.maxSupply is impossible: got 41, expected 2 to 40',
    })
    .execute()
  await database
    .insertInto('chain_cursors')
    .values({
      ...{ chain_id: 31_337, genesis_hash: '', factory: '0xfa', block_hash: '0x1' },
      ...{ block_number: 1300, head_number: 1300, block_time: now, updated_at: now },
    })
    .execute()
  const { id: user_id } = await database
    .insertInto('users')
    .values({ address: user ?? '', account_kind: 'key', auth_chain_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('sessions')
    .values({
      ...{ token_hash: 'f'.repeat(64), user_id, connector: 'demo', chain_id: 31_337 },
      ...{ client: '203.0.113.x', created_at: now, last_used_at: now },
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
}

/** Returns a data folder with a filled database. */
async function filledFolder(): Promise<string> {
  const folder = mkdtempSync(join(run, 'operator-'))
  writeFileSync(join(folder, 'version'), `${folderVersion}\n`)
  copyTemplate(join(folder, 'database'))
  const { database, close } = await openDatabase({ folder })
  await fill(database)
  await close()
  return folder
}

const settings = (folder: string) => ({
  ...{ data_folder: folder, port: 0, log_level: 'silent' },
  ...{
    web_folder: join(folder, 'no-web'),
    networks: [{ alias: 'local', is_demo: true }],
  },
})

const start = (folder: string): Promise<RunningServer> =>
  startServer(configure(settings(folder)))

const statusAt = async ({ url }: RunningServer) =>
  (await fetch(`${url}/api/contract/local/${collection}`)).status

/** Every command of the guide, with the output shown there. */
const examples = [
  ...guide.matchAll(/^```sh\nnpm run operator -- (.*)\n([\s\S]*?)^```$/gm),
].map(([, command = '', output = '']) => ({
  args: [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  ),
  output: output.replaceAll(/^# ?/gm, ''),
}))

const timeless = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME').trimEnd()

async function expectGuide(environment: Record<string, string>): Promise<void> {
  expect(examples.length).toBeGreaterThan(10)
  for (const { args, output } of examples) {
    const { code, output: out, errors } = await operator(args, environment)
    expect([args, code, errors, timeless(out)]).toEqual([args, 0, '', timeless(output)])
  }
}

describe('the embedded database', { timeout: 300_000 }, () => {
  let folder: string
  let environment: Record<string, string>
  let server: RunningServer

  // Each start takes seconds: the tests of this group share one program, in their order.
  beforeAll(async () => {
    folder = await filledFolder()
    environment = { DATA_FOLDER: folder }
    // A crash leaves its socket behind.
    writeFileSync(join(folder, 'operator.sock'), '')
    server = await start(folder)
  })
  afterAll(() => server.stop())

  test('has a socket that only its user can open', () => {
    const socket = statSync(join(folder, 'operator.sock'))
    expect(socket.isSocket()).toBe(true)
    expect(socket.mode & 0o777).toBe(0o600)
  })

  test('is reached through the running program, with the output of the guide', async () => {
    const block = ['block', 'collection', `mars/${collection}`, '--reason', 'scam']
    const refused = await Promise.all([
      operator(['unblock', 'collection', place], environment),
      operator(['sessions', creator ?? ''], environment),
      operator(block, environment),
    ])
    expect(refused).toEqual(
      [
        'It is not blocked.',
        'No account has signed in with this address.',
        'There is no network mars here. There is local.',
      ].map((sentence) => ({ code: 1, output: '', errors: `${sentence}\n` })),
    )
    await expectGuide(environment)
  })

  test('shows at once in the running program what the command did', async () => {
    expect(await statusAt(server)).toBe(200)
    const block = ['block', 'collection', place, '--reason', 'illegal']
    expect((await operator(block, environment)).code).toBe(0)
    // The program learns of the change a moment after the command.
    await expect.poll(() => statusAt(server)).toBe(451)
  })

  test('is opened while no program is running, and a start shows what the command did', async () => {
    await server.stop()
    expect(existsSync(join(folder, 'operator.sock'))).toBe(false)
    const { output: out } = await operator(['reports', '--json'], environment)
    expect(JSON.parse(out)).toMatchObject({
      ...{ open: 0, total: 1, page: 1 },
      reports: [{ chain: 'local', address: collection, category: 'copy' }],
    })
    const unblock = ['unblock', 'collection', place, '--data', folder]
    expect(await operator(unblock, {})).toMatchObject({ code: 0, errors: '' })
    server = await start(folder)
    expect(await statusAt(server)).toBe(200)
  })
})

describe('PostgreSQL', { timeout: 120_000 }, () => {
  test('is opened by its address, once it has the tables of this version', async () => {
    const url = await emptyDatabase()
    const environment = { DATABASE_URL: url }
    const early = await operator(['reports'], environment)
    expect([early.code, early.errors]).toEqual([
      1,
      'The database is not one of this version of Platemark yet. Start this version once, then repeat.\n',
    ])
    const { database, close } = await openDatabase({ url })
    await migrate(database)
    await fill(database)
    const done = await operator(
      ['block', 'collection', place, '--reason', 'scam'],
      environment,
    )
    expect(done).toMatchObject({ code: 0, errors: '' })
    const rows = await database.selectFrom('collections').select('blocked_at').execute()
    expect(rows).toEqual([{ blocked_at: expect.any(Date) }])
    await close()
  })

  test('that cannot be reached ends the command with one sentence', async () => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, errors } = await operator(['reports'], environment)
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database does not answer: .*\n$/)
  })
})

test.each([
  [99, false, ', 99 open reports'],
  [100, true, ', 100 or more open reports'],
  [1, false, ''],
])(
  'the queue shows the number of open reports of a collection: %i',
  (open_reports, is_crowded, suffix) => {
    const time = new Date(0).toISOString()
    const report = {
      ...{ id: 1, chain: 'local', address: collection ?? '', collection: 'Tidewater' },
      ...{ creator: creator ?? '', reporter: reporter ?? '', category: 'copy', text: '' },
      ...{ is_blocked: false, open_reports, is_crowded },
      ...{ created_at: time, closed_at: null, closed_by: null, closing_note: null },
    }
    const queue = { reports: [report], open: 1, total: 1, page: 1, per_page: 20 }
    expect(formatReports(queue)).toContain(`    ${place}  Tidewater${suffix}`)
  },
)

describe('invalid arguments', { timeout: 60_000 }, () => {
  test('end with one sentence and run no command', async () => {
    const wrong: [string[], RegExp][] = [
      [['raports'], /^There is no command raports\. See /],
      [['reports', '--page', '0'], /^--page is a whole number from 1 /],
      [['reports', 'close', '1'], /^--note TEXT is needed/],
      [['reports', 'close', 'one', '--note', 'x'], /^The report is a whole number/],
      [['questions', 'shut'], /^Name the report to close: /],
      [['questions', 'close', '1'], /^--note TEXT is needed/],
      [['ratings', 'all'], /^ratings: all is one word too many/],
      [['reports', '--label', 'x'], /^--label does not belong to reports\. /],
      [['block', 'page', place], /^Say what to block: /],
      [['block', 'collection', place], /^--reason is one of copy, /],
      [['block', 'collection', place, '--reason', 'other'], /^--note TEXT is needed/],
      [
        ['block', 'collection', collection ?? '', '--reason', 'copy'],
        /^A collection is named by /,
      ],
      [['block', 'creator', '0x12', '--reason', 'copy'], /^0x12 is not an address\. /],
      [
        ['block', 'creator', creator ?? '', 'now', '--reason', 'copy'],
        /now is one word too many/,
      ],
      [['unblock'], /^Say what to unblock: /],
      [['promote', place, '--from', 'today'], /^--from: enter a UTC time, /],
      [
        ['promote', place, '--until', '2026-13-01T00:00:00Z'],
        /^--until: enter a UTC time, /,
      ],
      [
        [
          'promote',
          place,
          '--from',
          '2026-02-01T00:00:00Z',
          '--until',
          '2026-01-01T00:00:00Z',
        ],
        /^--until must be later than --from\./,
      ],
      [
        ['promote', place, '--label', 'x'.repeat(25)],
        /^--label TEXT is needed: .* at most 24 /,
      ],
      [['promote', place, '--order', '1.5'], /^--order is a whole number/],
      [['sessions'], /^An address is needed: /],
      [['reports', '--colour'], /^Unknown option '--colour'\. See /],
    ]
    for (const [args, sentence] of wrong) {
      expect(() => readOptions(args)).toThrow(CommandError)
      expect(() => readOptions(args)).toThrow(sentence)
    }
    const main = join(import.meta.dirname, 'main.ts')
    const { code, output, errors } = await runProcess(main, ['raports'])
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^There is no command raports\. .*\n$/)
  })

  test('no database is created in a folder without one', async () => {
    const folder = mkdtempSync(join(run, 'nothing-'))
    const { code, errors } = await operator(['reports'], { DATA_FOLDER: folder })
    expect(code).toBe(1)
    expect(errors).toContain(`${folder} holds no database of Platemark.`)
    expect(existsSync(join(folder, 'database'))).toBe(false)
  })

  test('--help prints the commands', async () => {
    for (const args of [[], ['--help'], ['block', '-h']]) {
      const { code, output } = await operator(args, {})
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('npm run operator -- COMMAND'),
      ])
    }
  })
})
