// `npm run soak -- NAME`: long runs that `npm test` keeps one representative of.
import { fail, install, run } from './bootstrap.mjs'

const soaks = {
  'api-fuzz': 'sends 200,000 generated requests to every route, and judges each answer',
  agreement: 'holds the mint panel against the contracts in 100,000 random schedules',
  coverage: 'measures which lines and branches of the contracts the tests run',
  crash: 'kills the program during mints, restarts it, and compares it with the chain',
  differential: 'holds the contracts against plain ones that say the same in words',
  follower:
    'follows chains through lies, faults, reorganisations and kills, and compares',
  invariants: 'lets attackers act on the contracts 256 times 500 times in each world',
  'invariants-planted': 'breaks the rule of every invariant and sees it turn red',
  journeys:
    'plays every situation of signing in and out with every wallet, then mints many times',
  page: 'keeps a collection page open for 30 minutes while prints are minted, and sees nothing grow',
  load: 'lets 1,000 connections read and write for five minutes, and watches the answers',
  mutation: 'plants faults in the contracts and sees the Solidity tests turn red',
  'sign-in': 'reads 10,000 sign-in texts with the reference parser, on both databases',
  plants: 'plants faults in a copy of the repository and sees the tests turn red',
}

const [name, ...args] = process.argv.slice(2)
if (!name || !(name in soaks)) {
  const lines = Object.entries(soaks).map(
    ([soak, does]) => `  ${soak.padEnd(18)} ${does}`,
  )
  fail(`Usage: npm run soak -- NAME [--rounds N]\n${lines.join('\n')}`)
}
await install()
run(`tools/soak/${name}.ts`, args)
