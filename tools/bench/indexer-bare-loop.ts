import pg from 'pg'
import { type Address, createClient, http } from 'viem'
import { getBlockNumber, getLogs } from 'viem/actions'
import { childOptions, sendResult, type Usage, usageSince } from './indexer-child.ts'

/** The simplest indexer, for comparison: requests 1,000 blocks, inserts their logs, repeats. */
export type BareLoopOptions = {
  databaseUrl: string
  rpcUrl: string
  addresses: Address[]
}

const BLOCKS_PER_REQUEST = 1000n

const { databaseUrl, rpcUrl, addresses: address } = childOptions<BareLoopOptions>()
const client = createClient({ transport: http(rpcUrl) })
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await database.query(`
  create table raw_logs (
    chain_id bigint, block_number bigint, log_index integer, block_hash text,
    transaction_hash text, address text, topics text, data text,
    primary key (chain_id, block_number, log_index)
  )`)

const began = performance.now()
const head = await getBlockNumber(client)
for (let fromBlock = 0n; fromBlock <= head; fromBlock += BLOCKS_PER_REQUEST) {
  const last = fromBlock + BLOCKS_PER_REQUEST - 1n
  const toBlock = last < head ? last : head
  const logs = await getLogs(client, { address, fromBlock, toBlock })
  if (logs.length === 0) continue
  await database.query(
    `insert into raw_logs
      select 1, * from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[],
        $5::text[], $6::text[], $7::text[])`,
    [
      logs.map(({ blockNumber }) => blockNumber),
      logs.map(({ logIndex }) => logIndex),
      logs.map(({ blockHash }) => blockHash),
      logs.map(({ transactionHash }) => transactionHash),
      logs.map((log) => log.address),
      logs.map(({ topics }) => topics.join(',')),
      logs.map(({ data }) => data),
    ],
  )
}
sendResult<Usage>(usageSince(began))
