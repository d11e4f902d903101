import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * Parses options as `parseArgs` does. Of a wrong one, `refuse` gets the first sentence that Node has
 * about it, without its full stop, and returns the error to throw.
 */
export function parseOptions<const Config extends ParseArgsConfig>(
  config: Config,
  refuse: (reason: string) => Error,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    throw refuse(reason.replace(/\.$/, ''))
  }
}
