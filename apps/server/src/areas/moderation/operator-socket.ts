import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { AppContext } from '../../http/app-context.ts'
import { commands } from './commands.ts'
import { CommandRefusedError } from './operator-context.ts'

/** Request over the operator socket, one JSON line. */
const operatorRequest = z.object({
  act: z.enum(Object.keys(commands) as (keyof typeof commands)[]),
  input: z.unknown(),
  by: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type OperatorRequest = z.infer<typeof operatorRequest>
export type OperatorResponse = { done: unknown } | { refused: string }

/**
 * Returns the path of the operator socket, which exists while the server holds its data
 * folder.
 */
export function operatorSocketPath(dataFolder: string): string {
  return join(dataFolder, 'operator.sock')
}

/** Smallest maximum length of a socket path among operating systems. */
const MAX_PATH_BYTES = 103

/**
 * Serves operator commands on a socket that only the server's user can open, because the
 * embedded database admits no second process. Without a socket the server continues; the
 * returned function closes it.
 */
export async function openOperatorSocket(
  context: AppContext,
): Promise<() => Promise<void>> {
  const { configuration, log } = context
  const path = operatorSocketPath(configuration.data_folder)
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    readRequest(socket, context),
  )
  try {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES)
      throw new Error(`path is too long: expected at most ${MAX_PATH_BYTES} bytes`)
    await listen(server, path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ path, reason }, 'operator socket unavailable')
    return async () => {}
  }
  return () => new Promise((ended) => server.close(() => ended()))
}

function listen(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  // Left behind by a crash: the folder's lock proves that no other process listens there.
  rmSync(path, { force: true })
  const before = process.umask(0o177)
  return new Promise<void>((listening, fail) => {
    server.once('error', fail)
    server.listen(path, () => listening())
    process.umask(before)
  })
}

const MAX_REQUEST_LENGTH = 65_536
/** Time limit for receiving the request, not for running the command. */
const REQUEST_TIMEOUT_MS = 5000

function readRequest(socket: Socket, context: AppContext): void {
  let text = ''
  socket.setEncoding('utf8')
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (piece: string) => {
    text += piece
    if (text.length > MAX_REQUEST_LENGTH) socket.destroy()
  })
  socket.on('end', () => {
    socket.setTimeout(0)
    void runCommand(text, context).then((response) =>
      socket.end(JSON.stringify(response)),
    )
  })
}

async function runCommand(text: string, context: AppContext): Promise<OperatorResponse> {
  try {
    const { act, input, by } = operatorRequest.parse(JSON.parse(text))
    // Safe: the command validates its input first.
    const done = await commands[act](
      { ...context, by, openInstance: async () => context },
      input as never,
    )
    return { done }
  } catch (error) {
    if (error instanceof CommandRefusedError) return { refused: error.message }
    context.log.error({ err: error }, 'operator command failed')
    return { refused: 'It failed inside the program. Its log has the reason.' }
  }
}
