import pg from 'pg'
import { type Address, createClient, http, type Log } from 'viem'
import { getBlockNumber, getLogs } from 'viem/actions'
import { finish, measureUsage, optionsOf, type Usage } from './follower-child.ts'

/** What anybody would write in an hour: ask for a range, insert its logs, go on. */
export type BareLoopOptions = {
  databaseUrl: string
  rpcUrl: string
  addresses: Address[]
  blocksAtOnce: number
}

export type LoopAnswer = Usage & { logs: number }

const options = optionsOf<BareLoopOptions>()
const client = createClient({ transport: http(options.rpcUrl) })
const database = new pg.Client({ connectionString: options.databaseUrl })
await database.connect()
await database.query(`
  create table raw_logs (
    chain_id bigint, block_number bigint, log_index integer, block_hash text,
    transaction_hash text, address text, topics text, data text,
    primary key (chain_id, block_number, log_index)
  )`)

const used = measureUsage()
const head = await getBlockNumber(client)
const { addresses: address, blocksAtOnce } = options
let logs = 0
for (let from = 0n; from <= head; from += BigInt(blocksAtOnce)) {
  const last = from + BigInt(blocksAtOnce) - 1n
  const toBlock = last < head ? last : head
  const found = await getLogs(client, { address, fromBlock: from, toBlock })
  if (found.length > 0) await insert(found)
  logs += found.length
}
finish<LoopAnswer>({ ...used(), logs })

function insert(found: Log<bigint, number, false>[]) {
  return database.query(
    `insert into raw_logs
      select 1, * from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[],
        $5::text[], $6::text[], $7::text[])`,
    [
      found.map(({ blockNumber }) => blockNumber),
      found.map(({ logIndex }) => logIndex),
      found.map(({ blockHash }) => blockHash),
      found.map(({ transactionHash }) => transactionHash),
      found.map((log) => log.address),
      found.map(({ topics }) => topics.join(',')),
      found.map(({ data }) => data),
    ],
  )
}
