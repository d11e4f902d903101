import { resolve } from 'node:path'
import { parseOptions } from '../parse-options.ts'

/** Options of `npm start`. */
export type Options = {
  port: number
  /** Port of the first embedded chain; the second one has the next. */
  chainPort: number
  host: string
  /** Absolute path. */
  dataFolder: string
  /** Deletes everything in the data folder first. */
  isReset: boolean
  /** Makes no example content. */
  isEmpty: boolean
  /** Runs with hot reload. */
  isDevelopment: boolean
  /** Adds a stand-in for the testnet of Abstract, on the two ports behind the chains. */
  hasAbstract: boolean
}

export const help = `Usage: npm start -- [options]

Runs Platemark on this machine: two embedded chains, an embedded database, the
API and the web app, with example content.

  --port NUMBER        where the web app is served (3000)
  --chain-port NUMBER  first embedded chain; the second has the next port (8545)
  --host ADDRESS       which address to listen on (127.0.0.1; 0.0.0.0: all)
  --data DIR           where everything is kept (./data)
  --reset              begin afresh: delete what the data folder holds
  --empty              make no example content
  --dev                reload the web app on every change (also: npm run dev)
  --abstract           add a stand-in for Abstract's testnet, with smart accounts
  --help               show this text`

/** An invalid option, named by the message. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/**
 * Parses the options; returns `'help'` for `--help`. Relative folders are resolved from the current
 * one. Throws `OptionError` with one sentence.
 */
export function readOptions(args: string[]): Options | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  const port = readPort('--port', values.port)
  const chainPort = readPort('--chain-port', values['chain-port'])
  const lastPort = chainPort + (values.abstract ? 3 : 1)
  if (lastPort > 65_535) {
    throw new OptionError(
      `--chain-port: ${chainPort} leaves no port for the second chain. Choose a lower one.`,
    )
  }
  if (port >= chainPort && port <= lastPort) {
    const ports = values.abstract
      ? `${chainPort} to ${lastPort}`
      : `${chainPort} and ${lastPort}`
    throw new OptionError(
      `--port: ${port} is also a port of the chains (${ports}). Choose another.`,
    )
  }
  return {
    port,
    chainPort,
    host: values.host,
    dataFolder: resolve(values.data),
    isReset: values.reset,
    isEmpty: values.empty,
    isDevelopment: values.dev,
    hasAbstract: values.abstract,
  }
}

function parse(args: string[]) {
  return parseOptions(
    {
      args,
      options: {
        port: { type: 'string', default: '3000' },
        'chain-port': { type: 'string', default: '8545' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: 'data' },
        reset: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        abstract: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    },
    (reason) => new OptionError(`${reason}. See npm start -- --help`),
  )
}

function readPort(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return port
  throw new OptionError(`${option}: ${text || 'nothing'} is not a port from 1 to 65535.`)
}
