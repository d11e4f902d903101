import { CommandError } from '../command-error.ts'
import { requireHex } from '../local/collection.ts'
import { prepareReveal } from '../local/reveal.ts'
import { connectNetwork } from './chain.ts'
import type { Options } from './options.ts'
import { readReveal } from './reveal-file.ts'
import { sendCall } from './send-call.ts'
import {
  type CommandSession,
  type CommandWork,
  findNetwork,
  formatPage,
  readTargetDraft,
} from './session.ts'

/** Reads a reveal file, and reveals the works of a hidden set with it. */
export function readRevealing({ paths }: Options): CommandWork {
  const [path] = paths
  const file = path === undefined ? undefined : readReveal(path)
  return (session) => reveal(session, file ?? readKeptFile(session))
}

/** Reads the reveal file that `prepare` or `publish` wrote. */
function readKeptFile({ state }: CommandSession): string {
  const { reveal_file } = state.read()
  if (reveal_file) return readReveal(reveal_file)
  throw new CommandError(
    'Which reveal file? None was written here: npm run collection -- reveal FILE.json',
  )
}

async function reveal(session: CommandSession, file: string): Promise<void> {
  const { api, options, output } = session
  const draft = await readTargetDraft(session)
  const { contract_address, fields } = draft
  if (contract_address === null) {
    throw new CommandError('It is not published yet, so there is nothing to reveal.')
  }
  const network = findNetwork(session, fields.chain_alias)
  const place = { chain_alias: network.alias, contract_address }
  const works = options.worksOf
  const transaction = await prepareReveal(api, place, { file, works })
  const chain = connectNetwork(session, network)
  let hash: string | null = null
  if (transaction) {
    output.note(`Revealing on ${network.name} ...`)
    const contract = requireHex(contract_address)
    hash = await sendCall(
      session,
      { network, chain, contract, topic: 'reveal' },
      { ...transaction, label: 'Reveal' },
    )
  }
  const page = formatPage(session, draft)
  output.result({ command: 'reveal', page, transaction_hash: hash }, [
    hash
      ? `Revealed by the transaction ${hash}.`
      : 'The chain already has this reveal. The works are shown here now.',
    page,
  ])
}
