// `npm run soak -- NAME`: long proofs. `npm test` runs a short share of each, with a printed seed.
import { fail, install, run, SERVER_ENVIRONMENT, SERVER_FLAGS } from './bootstrap.mjs'

const areas = 'apps/server/src/areas'

/**
 * Each soak: minutes on two quiet cores, what a green run proves, and the tests that it runs whole
 * (`tools/soak/run-soak.ts`). One without tests is a file of `tools/soak`.
 */
const soaks = {
  agreement: {
    minutes: 20,
    proves: 'page and contract give the same mint state in 100,000 random schedules',
    tests: ['tools/agreement/agreement.test.ts'],
    takes: ['rounds'],
  },
  airdrop: {
    minutes: 2,
    proves: 'an airdrop of 1,000 rows whose page is closed twice serves each row once',
    browser: ['--grep', '@airdrop'],
  },
  'api-fuzz': {
    minutes: 25,
    proves: 'no route answers one of 200,000 generated requests outside its contract',
    // A finding names its number: `--seed S --from NUMBER --rounds 1` sends it again.
    tests: ['apps/server/src/app-fuzz.test.ts'],
    takes: ['rounds', 'from'],
  },
  browser: {
    minutes: 60,
    proves: 'every page at every width, every payload, every sign-in with every wallet',
  },
  campaigns: {
    minutes: 2,
    proves:
      'the result of a campaign equals an independent recount in 50 simulations, and a million events are credited fast',
    tests: [
      `${areas}/campaigns/verify/simulation.test.ts`,
      `${areas}/campaigns/scale.test.ts`,
    ],
  },
  car: {
    minutes: 3,
    proves:
      'the CAR file of 10,000 works (2 GB) is made in bounded memory, twice the same',
  },
  changes: {
    minutes: 4,
    proves:
      'a live collection is changed in the studio as its forms promise, and refused in words',
    browser: ['--grep', '@changes', '--workers', '1'],
  },
  contracts: {
    minutes: 3,
    proves: 'the contracts keep their promises for 1,000 inputs of every fuzz test',
    forge: ['test', '--match-path', 'test/{collections,gas,names}/*'],
  },
  coverage: {
    minutes: 5,
    proves: 'the contract tests run every line and branch',
  },
  deploy: {
    minutes: 8,
    proves: '50 random histories of a draft end in one collection at most, and lose none',
    // A failure names its run: `--seed S --from RUN` goes on from it.
    tests: ['tools/deployment/deployment-runs.test.ts'],
    takes: ['rounds', 'from'],
  },
  differential: {
    minutes: 10,
    proves: 'the contracts behave as the plain reference does in 20,000 histories',
    forge: ['test', '--match-path', 'test/differential/*'],
  },
  drop: {
    minutes: 4,
    proves:
      'a drop day of 10,000 visitors is answered, alone and through nginx, and no page is too old',
  },
  'exit-bundle': {
    minutes: 6,
    proves:
      'the exit bundle of 10,000 works (2 GB) is written in bounded memory, twice the same, and no changed byte of a work passes',
  },
  indexer: {
    minutes: 30,
    proves: 'the index equals the chain after faults, reorganisations and kills',
    // Seed by seed: `--from SEED --rounds 1` repeats one.
    tests: ['tools/indexer/simulation.test.ts'],
    takes: ['rounds', 'from'],
  },
  invariants: {
    minutes: 30,
    proves: 'no invariant of the contracts breaks in 256 runs of 500 calls each',
    forge: ['test', '--match-path', 'test/invariants/*', '-vv'],
  },
  journeys: {
    minutes: 15,
    proves:
      'each kind made in the wizard by keyboard is deployed once and minted by lists',
    // `--from` names the first kind of the table.
    browser: ['--grep', '@create-kinds', '--max-failures', '1'],
  },
  lists: {
    minutes: 4,
    proves: 'a list of 100,000 rows takes no task of 50 ms, and equals a plain script',
  },
  load: {
    minutes: 6,
    proves: 'the API stays up and correct under 1,000 connections',
  },
  names: {
    minutes: 10,
    proves:
      'contract and server agree on 100,000 random texts which of them are names, and 38,613 vectors of ENSIP-15 have their normal form',
    tests: ['tools/names/labels.test.ts', `${areas}/names/vectors.test.ts`],
    takes: ['rounds'],
  },
  page: {
    minutes: 30,
    proves: 'a page that stays open leaks no memory, listener or stream',
  },
  plans: {
    minutes: 3,
    proves: 'every list reads few pages of 32,000 collections, however deep',
    // `--rounds 1000000` makes a million of them; its bounds of searches are those of fewer.
    tests: [
      `${areas}/discovery/lists-plans.test.ts`,
      `${areas}/collections/reads-plans.test.ts`,
    ],
    takes: ['rounds'],
  },
  rehearsal: {
    minutes: 3,
    proves: 'ten rehearsals equal the sales of the same drops once they are deployed',
    tests: [`${areas}/studio/rehearsal/golden-rehearsals.test.ts`],
  },
  s3: {
    minutes: 1,
    proves: 'the file store behaves on a real S3-compatible service as it does on disk',
  },
  server: {
    minutes: 8,
    proves:
      'ranks and undone blocks stay exact, every limit scales, 500 hostile pictures harmless',
    tests: [
      'apps/server/src/app-limits.test.ts',
      'apps/server/src/files/masters.test.ts',
      `${areas}/collections/reads-property.test.ts`,
      `${areas}/discovery/lists.test.ts`,
      `${areas}/discovery/rankings.test.ts`,
      `${areas}/indexing/projection-undo.test.ts`,
      `${areas}/live/listeners.test.ts`,
      `${areas}/moderation/postgres.test.ts`,
      `${areas}/profile/update-avatar.test.ts`,
      `${areas}/session/postgres.test.ts`,
    ],
  },
  'sign-in': {
    minutes: 2,
    proves: 'our reading of 10,000 sign-in messages is that of the reference parser',
    tests: [`${areas}/session/`],
    takes: ['rounds'],
  },
  takeover: {
    minutes: 6,
    proves: 'an indexer killed 20 times is replaced: no log is missing or counted twice',
    tests: ['apps/server/src/indexer/takeover.test.ts'],
  },
  uploads: {
    minutes: 20,
    proves:
      'a set of 10,000 works arrives fast, and nothing is sent twice after three kills',
  },
  'wallet-oracles': {
    minutes: 5,
    proves:
      'smart accounts, sessions and windows of cross-app wallets are those of the public libraries, byte for byte, for 1,000 random inputs each',
  },
  withdraw: {
    minutes: 3,
    proves:
      'creator, payees, referrer and royalty split are paid as the chain and statement have it',
    browser: ['--grep', '@withdraw'],
  },
}

const [name, ...args] = process.argv.slice(2)
if (!name || !(name in soaks)) {
  const lines = Object.entries(soaks).map(
    ([soak, { minutes, proves }]) =>
      `  ${soak.padEnd(14)} ${String(minutes).padStart(3)} min  ${proves}`,
  )
  fail(
    `${name ? `There is no soak "${name}".\n` : ''}Usage: npm run soak -- NAME [--rounds N]\n${lines.join('\n')}`,
  )
}
await install()
const { tests, browser, forge } = soaks[name]
const [file, given] =
  tests || browser || forge
    ? ['run-soak', [JSON.stringify(soaks[name]), ...args]]
    : [name, args]
// Some measure code of the server in their own process.
run(`tools/soak/${file}.ts`, given, {
  environment: SERVER_ENVIRONMENT,
  flags: SERVER_FLAGS,
})
